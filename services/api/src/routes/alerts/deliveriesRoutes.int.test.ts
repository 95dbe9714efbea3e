import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Answer, type Ask, type Tenant, useApi } from '../../testing/apiHarness.js';
import { useTenant } from '@sluice/testkit';

let other: Tenant;
let owners: string;

const ROOT = '/api/0/organizations/ours/alerts';

const api = useApi();
const ours = useTenant(api, 'ours');
beforeAll(async () => {
  other = await api.newProject(ours, 'other');
  const { body } = await ask(`${ROOT}/destinations`);
  owners = (body as { data: { id: string }[] }).data[0]?.id ?? '';
});
beforeEach(() => api.db.pool.query('truncate alert_deliveries'));

const ask = (path: string, given: Ask = {}): Promise<Answer> => api.ask(path, { token: ours.token, ...given });
const idsIn = ({ body }: Answer): readonly string[] => (body as { data: { id: string }[] }).data.map(({ id }) => id);

describe('deliveries', () => {
  test('of a project, of all projects and of the organization are listed, latest first, by state and destination', async () => {
    const [web, whole, failed] = [
      await store(ours.projectId, 1),
      await store(`-${ours.organizationId}`, 2),
      await store(other.projectId, 3, 'failed'),
    ];
    expect(idsIn(await ask(`${ROOT}/deliveries`))).toEqual([failed, whole, web]);
    expect(idsIn(await ask(`${ours.path}/alerts/deliveries`))).toEqual([web]);
    expect(idsIn(await ask(`${ROOT}/deliveries?state=failed`))).toEqual([failed]);
    expect(idsIn(await ask(`${ROOT}/deliveries?destinationId=${owners}`))).toHaveLength(3);
    expect(idsIn(await ask(`${ROOT}/deliveries?destinationId=999`))).toEqual([]);
    expect(idsIn(await ask(`${ROOT}/deliveries?from=2026-11-20T10:02:00Z&to=2026-11-20T10:03:00Z`))).toEqual([whole]);
    const first = await ask(`${ROOT}/deliveries?limit=2`);
    const { next } = first.body as { next: string };
    const second = await ask(`${ROOT}/deliveries?limit=2&cursor=${next}`);
    expect([idsIn(first), idsIn(second), (second.body as { next: unknown }).next]).toEqual([
      [failed, whole],
      [web],
      null,
    ]);
  });

  test('are read with their message and what the receiver answered to each attempt', async () => {
    const id = await store(ours.projectId, 4);
    await api.db.pool.query(
      `insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, status, result, problem, response)
        values ($1, $2, 2, now(), 20, 200, 'sent', null, 'ok'), ($1, $2, 1, now(), 10, 503, 'retry', 'HTTP 503', 'busy')`,
      [ours.projectId, id],
    );
    const { body } = await ask(`${ROOT}/deliveries/${id}`);
    expect(body).toMatchObject({
      id,
      project: 'web',
      title: 'New issue: boom',
      state: 'sent',
      destination: { id: owners, name: 'Owners', kind: 'members' },
      message: { title: 'New issue: boom', items: [{ reason: 'An issue that was not seen before.' }] },
      log: [
        { attempt: 1, status: 503, result: 'retry', problem: 'HTTP 503', response: 'busy', tookMs: 10 },
        { attempt: 2, status: 200, result: 'sent', response: 'ok' },
      ],
    });
  });

  test('are read and sent again by the first 8 digits of their id; if several begin so, the error lists them', async () => {
    const [one, two] = [await store(ours.projectId, 5), await store(other.projectId, 6)];
    const twins = ['abcdef12-0000-4000-8000-000000000001', 'abcdef12-0000-4000-8000-000000000002'];
    for (const [at, id] of [one, two].entries())
      await api.db.pool.query('update alert_deliveries set id = $2 where id = $1', [id, twins[at]]);
    const ambiguous = await ask(`${ROOT}/deliveries/abcdef12`);
    expect([ambiguous.status, (ambiguous.body as { error: { ids: unknown } }).error.ids]).toEqual([409, twins]);
    expect((await ask(`${ROOT}/deliveries/abcdef12-0000-4000-8000-000000000002`)).status).toBe(200);
    await api.db.pool.query('delete from alert_deliveries where id = $1', [twins[1]]);
    expect((await ask(`${ROOT}/deliveries/ABCDEF12`)).body).toMatchObject({ id: twins[0] });
    expect((await ask(`${ROOT}/deliveries/abcdef12/resend`, { method: 'POST' })).status).toBe(201);
    const short = await ask(`${ROOT}/deliveries/abcd`);
    expect([short.status, short.text]).toEqual([404, expect.stringContaining('at least the first 8 digits')]);
  });

  test('show addresses of mail only to those who may change destinations', async () => {
    const id = await store(ours.projectId, 7);
    const problem = 'ada@example.com: 550 no mailbox';
    await api.db.pool.query('update alert_deliveries set problem = $2 where id = $1', [id, problem]);
    await api.db.pool.query(
      `insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, status, result, problem, response)
        values ($1, $2, 1, now(), 10, 550, 'dead', $3, 'no <ada@example.com>')`,
      [ours.projectId, id, problem],
    );
    const reader = { token: ours.tokens['project:read'] };
    for (const path of [`${ROOT}/deliveries`, `${ours.path}/alerts/deliveries`]) {
      expect((await ask(path, reader)).text).not.toContain('ada@');
      expect((await ask(path)).text).toContain('ada@');
    }
    expect((await ask(`${ROOT}/deliveries/${id}`, reader)).body).toMatchObject({
      problem: 'a…@example.com: 550 no mailbox',
      log: [{ problem: 'a…@example.com: 550 no mailbox', response: 'no <a…@example.com>' }],
    });
    expect((await ask(`${ROOT}/deliveries/${id}`)).body).toMatchObject({ problem, log: [{ problem }] });
  });

  test('are sent again as deliveries of their own', async () => {
    const id = await store(ours.projectId, 5);
    const answer = await ask(`${ROOT}/deliveries/${id}/resend`, { method: 'POST' });
    const { deliveryId } = answer.body as { deliveryId: string };
    expect([answer.status, deliveryId === id]).toEqual([201, false]);
    expect((await ask(`${ROOT}/deliveries/${deliveryId}`)).body).toMatchObject({
      kind: 'resend',
      state: 'waiting',
      project: 'web',
      title: 'New issue: boom',
      log: [],
    });
  });

  test('a test is a delivery of the organization that waits', async () => {
    const answer = await ask(`${ROOT}/destinations/${owners}/test`, { method: 'POST' });
    expect(answer.status).toBe(201);
    const { deliveryId } = answer.body as { deliveryId: string };
    expect((await ask(`${ROOT}/deliveries/${deliveryId}`)).body).toMatchObject({
      kind: 'test',
      state: 'waiting',
      project: null,
      message: null,
      title: null,
    });
  });

  test('of another organization are not there', async () => {
    const theirs = await api.newTenant('theirs');
    const id = await store(theirs.projectId, 6);
    expect((await ask(`${ROOT}/deliveries/${id}`)).status).toBe(404);
    expect((await ask(`${ROOT}/deliveries/${id}/resend`, { method: 'POST' })).status).toBe(404);
  });
});

describe('firings', () => {
  test('are listed with the rule and what suppressed them', async () => {
    const { body } = await ask(`${ROOT}/rules`);
    const [rule] = (body as { data: { id: string; name: string }[] }).data;
    const ids = [randomUUID(), randomUUID()];
    await api.db.pool.query(
      `insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject, suppressed_by, details, at) values
        ($1, $2, $3, $4, 'new_issue', 'issue:1', null, '{"a":1}', '2026-11-20T10:00Z'),
        ($1, $5, $3, 999, 'new_issue', 'issue:2', 'cooldown', '{}', '2026-11-20T10:01Z')`,
      [ours.projectId, ids[0], ours.organizationId, rule?.id, ids[1]],
    );
    const all = (await ask(`${ours.path}/alerts/firings`)).body as { data: object[] };
    expect(all.data).toEqual([
      expect.objectContaining({
        id: ids[1],
        rule: { id: '999', name: null },
        suppressedBy: 'cooldown',
        project: 'web',
      }),
      expect.objectContaining({
        id: ids[0],
        rule: { id: rule?.id, name: rule?.name },
        suppressedBy: null,
        subject: 'issue:1',
        details: { a: 1 },
        state: 'firing',
        at: '2026-11-20T10:00:00.000Z',
      }),
    ]);
    expect(idsIn(await ask(`${ROOT}/firings?ruleId=999`))).toEqual([ids[1]]);
    expect(idsIn(await ask(`${ROOT}/firings?subject=issue:1&state=firing`))).toEqual([ids[0]]);
    expect(idsIn(await ask(`${other.path}/alerts/firings`))).toEqual([]);
  });
});

/** Stores a delivery; `minute` orders them. */
async function store(projectId: string, minute: number, state = 'sent'): Promise<string> {
  const id = randomUUID();
  await api.db.pool.query(
    `insert into alert_deliveries (project_id, id, organization_id, destination_id, state, message, attempts, created_at)
      values ($1, $2, $3, $4, $5, $6, 1, timestamptz '2026-11-20T10:00Z' + make_interval(mins => $7))`,
    [projectId, id, ours.organizationId, owners, state, JSON.stringify(messageOf(id)), minute],
  );
  return id;
}

function messageOf(id: string) {
  return {
    id,
    organization: 'ours',
    project: 'web',
    state: 'firing',
    severity: 'error',
    title: 'New issue: boom',
    total: 1,
    url: null,
    at: '2026-11-20T10:00:00.000Z',
    items: [
      {
        firingId: randomUUID(),
        kind: 'new_issue',
        state: 'firing',
        rule: { id: '1', name: 'New issues' },
        reason: 'An issue that was not seen before.',
        title: 'boom',
        subject: 'issue:1',
        url: null,
        at: '2026-11-20T10:00:00.000Z',
        suppressed: 0,
      },
    ],
  };
}
