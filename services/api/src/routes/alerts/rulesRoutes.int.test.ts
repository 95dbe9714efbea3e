import { beforeAll, describe, expect, test } from '@jest/globals';
import { listAudit } from '@sluice/reading';
import { type Answer, type Ask, useApi } from '../../testing/apiHarness.js';
import { newPerson } from '../../testing/newPerson.js';
import { useTenant } from '@sluice/testkit';

let rules: string;
let shared: string;

const api = useApi();
const ours = useTenant(api, 'ours');
const theirs = useTenant(api, 'theirs');
beforeAll(() => {
  rules = `${ours.path}/alerts/rules`;
  shared = '/api/0/organizations/ours/alerts/rules';
});

interface Rule {
  readonly id: string;
  readonly name: string;
  readonly inherited: boolean;
  readonly excluded: boolean;
  readonly destinationIds: readonly string[];
  readonly exceptProjects: readonly string[];
}

const ask = (path: string, given: Ask = {}): Promise<Answer> => api.ask(path, { token: ours.token, ...given });
const post = (path: string, body: object): Promise<Answer> => ask(path, { method: 'POST', body });
const ruleIn = ({ body }: Answer): Rule => body as Rule;
const rulesIn = ({ body }: Answer): readonly Rule[] => (body as { data: readonly Rule[] }).data;
const messageIn = ({ body }: Answer): string => (body as { error: { message: string } }).error.message;
const codeIn = ({ body }: Answer): string => (body as { error: { code: string } }).error.code;

const NEW = { name: 'New issues', conditions: [{ kind: 'new_issue' }] };

const SERIES = { direction: 'above', threshold: 5, windowMinutes: 5, forMinutes: 0 };

describe('rules', () => {
  test('of an organization begin with those that notify its owners', async () => {
    const { token } = await api.newTenant('fresh');
    const names = rulesIn(await ask(shared.replace('ours', 'fresh'), { token })).map(({ name }) => name);
    expect(names).toEqual(['New issues and regressions', 'Assigned to me', 'Drops and limits']);
  });

  test('of a project are listed with those of the organization, which are inherited', async () => {
    const { path, token } = await api.newTenant('inheriting');
    const own = ruleIn(await ask(`${path}/alerts/rules`, { token, method: 'POST', body: NEW }));
    const listed = rulesIn(await ask(`${path}/alerts/rules`, { token }));
    expect(listed.map(({ name, inherited }) => [name, inherited])).toEqual([
      ['New issues', false],
      ['New issues and regressions', true],
      ['Assigned to me', true],
      ['Drops and limits', true],
    ]);
    const ofOrganization = rulesIn(await ask(shared.replace('ours', 'inheriting'), { token }));
    expect(ofOrganization.map(({ id }) => id)).not.toContain(own.id);
  });

  test('are created with defaults, read, changed by field, and deleted', async () => {
    const made = await post(rules, NEW);
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({
        ...NEW,
        enabled: true,
        filters: {},
        destinationIds: [],
        exceptProjects: [],
        cooldownSeconds: 0,
        digestSeconds: 0,
        mutedUntil: null,
        project: ours.project,
        inherited: false,
        excluded: false,
      }),
    ]);
    const one = `${rules}/${ruleIn(made).id}`;
    const muted = { mutedUntil: '2026-12-01T10:00:00+01:00', enabled: false, filters: { levels: ['fatal'] } };
    expect((await ask(one, { method: 'PATCH', body: muted })).body).toMatchObject({
      ...NEW,
      mutedUntil: '2026-12-01T09:00:00.000Z',
      enabled: false,
      filters: { levels: ['fatal'] },
    });
    expect((await ask(one)).body).toMatchObject({ mutedUntil: '2026-12-01T09:00:00.000Z' });
    expect((await ask(one, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(one)).status).toBe(404);
  });

  test('of the organization do not apply to projects that are excluded', async () => {
    const rule = ruleIn(await post(shared, { ...NEW, name: 'Shared' }));
    const exclusion = `${rules}/${rule.id}/exclusion`;
    expect(ruleIn(await ask(exclusion, { method: 'POST' }))).toMatchObject({ inherited: true, excluded: true });
    expect(ruleIn(await ask(exclusion, { method: 'POST' })).exceptProjects).toEqual([ours.project]);
    expect(ruleIn(await ask(`${shared}/${rule.id}`)).exceptProjects).toEqual([ours.project]);
    expect(ruleIn(await ask(exclusion, { method: 'DELETE' })).exceptProjects).toEqual([]);
    const excluded = { method: 'PATCH', body: { exceptProjects: [ours.project] } };
    expect(ruleIn(await ask(`${shared}/${rule.id}`, excluded)).exceptProjects).toEqual([ours.project]);
    expect(ruleIn(await ask(`${rules}/${rule.id}`))).toMatchObject({ inherited: true, excluded: true });
    const ofProject = await ask(`${rules}/${rule.id}`, { method: 'PATCH', body: { name: 'x' } });
    expect([ofProject.status, messageIn(ofProject)]).toEqual([404, expect.stringContaining('--all-projects')]);
    await ask(`${shared}/${rule.id}`, { method: 'DELETE' });
  });

  test('that changed since they were read are not changed: 412', async () => {
    const made = await post(rules, NEW);
    const one = `${rules}/${ruleIn(made).id}`;
    const etag = String((await ask(one)).headers['etag']);
    const change = (name: string): Promise<Answer> =>
      ask(one, { method: 'PATCH', body: { name }, headers: { 'if-match': etag } });
    expect((await change('first')).status).toBe(200);
    expect([(await change('second')).status, codeIn(await change('third'))]).toEqual([412, 'changed']);
    expect((await ask(one, { method: 'DELETE', headers: { 'if-match': etag } })).status).toBe(412);
    expect(ruleIn(await ask(one)).name).toBe('first');
    await ask(one, { method: 'DELETE' });
  });
});

describe('an invalid rule', () => {
  test.each([
    [{ conditions: [] }, 'conditions: must be a list of 1 to 10 conditions.'],
    [{ conditions: Array(11).fill({ kind: 'new_issue' }) }, 'conditions: must be a list of 1 to 10 conditions.'],
    [{ conditions: [{ kind: 'new' }] }, /^conditions\[0\]\.kind: must be one of "new_issue", "regression"/],
    [{ conditions: [{ kind: 'new_issue', above: 1 }] }, 'conditions[0].above: unknown; known: kind.'],
    [
      { conditions: [{ kind: 'new_issue' }, { ...SERIES, kind: 'endpoint', measure: 'p95', name: '/', threshold: 0 }] },
      'conditions[1].threshold: must be a number above 0.',
    ],
    [
      { conditions: [{ ...SERIES, kind: 'endpoint', measure: 'error_rate', name: '/', threshold: 101 }] },
      'conditions[0].threshold: must be a share in percent, at most 100.',
    ],
    [
      { conditions: [{ ...SERIES, kind: 'log_rate', windowMinutes: 0, query: { levels: ['loud'] } }] },
      /^conditions\[0\]\.windowMinutes: must be a whole number of minutes from 1 to 1440; conditions\[0\]\.query\.levels: must/,
    ],
    [{ conditions: [{ kind: 'drops', of: [] }] }, /^conditions\[0\]\.of: must be a list of 1 to 12 drops/],
    [{ conditions: [{ kind: 'issue_trend', factor: 1, floor: 1 }] }, 'conditions[0].factor: must be a number above 1.'],
    [{ filters: { levels: ['loud'] } }, /^filters\.levels: must be a list of up to 4 levels/],
    [{ filters: { tags: [{ key: 'a' }] } }, /^filters\.tags: must be a list of up to 10 tags/],
    [{ filters: { level: [] } }, /^filters\.level: unknown; known: levels, environments, releases, urls, tags\.$/],
    [{ name: ' ' }, 'name: must be a text of 1 to 200 characters, not blank.'],
    [{ cooldownSeconds: 604_801 }, 'cooldownSeconds must be <= 604800.'],
    [{ digestSeconds: 86_401 }, 'digestSeconds must be <= 86400.'],
    [{ mutedUntil: 'tomorrow' }, /^mutedUntil: must be an ISO 8601 timestamp/],
    [
      { destinationIds: ['999999', 'x'] },
      'destinationIds[0]: there is no destination "999999"; destinationIds[1]: there is no destination "x".',
    ],
    [{ exceptProjects: ['web'] }, 'Unknown field exceptProjects.'],
  ])('%j: 422 that names the field', async (part, message) => {
    const answer = await post(rules, { ...NEW, ...part });
    expect([answer.status, codeIn(answer)]).toEqual([422, 'invalid_body']);
    expect(messageIn(answer)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  test('about a series belongs to a project', async () => {
    const conditions = [{ ...SERIES, kind: 'metric', name: 'lcp', statistic: 'p95' }];
    expect(messageIn(await post(shared, { ...NEW, conditions }))).toBe(
      'conditions[0].kind: "metric" needs a rule of a project, because a series belongs to one.',
    );
    expect((await post(rules, { ...NEW, conditions })).status).toBe(201);
  });

  test('with an unknown project as an exception names it', async () => {
    const answer = await post(shared, { ...NEW, exceptProjects: [theirs.project, 'none'] });
    expect(messageIn(answer)).toContain('exceptProjects[1]: there is no project "none"');
  });

  test('with a destination of another organization is refused', async () => {
    const { body } = await api.ask('/api/0/organizations/theirs/alerts/destinations', { token: theirs.token });
    const [foreign] = (body as { data: { id: string }[] }).data;
    const answer = await post(rules, { ...NEW, destinationIds: [foreign?.id] });
    expect(messageIn(answer)).toMatch(/^destinationIds\[0\]: there is no destination/);
  });
});

describe('access', () => {
  test('rules of another organization or project are not there', async () => {
    const own = ruleIn(await post(rules, NEW));
    const foreign = await api.ask('/api/0/organizations/theirs/alerts/rules', { token: theirs.token });
    const other = await api.newProject(ours, 'other');
    const [first] = rulesIn(foreign);
    for (const path of [`${rules}/${first?.id}`, `${shared}/${first?.id}`, `${other.path}/alerts/rules/${own.id}`]) {
      for (const method of ['PATCH', 'DELETE']) {
        expect([path, method, (await ask(path, { method, body: { name: 'x' } })).status]).toEqual([path, method, 404]);
      }
      expect((await ask(path)).status).toBe(404);
    }
  });

  test('members read, admins write', async () => {
    const member = await newPerson(api, { organization: 'ours', role: 'member' });
    const admin = await newPerson(api, { organization: 'ours', role: 'admin' });
    const as = (headers: Readonly<Record<string, string>>, given: Ask = {}): Promise<Answer> =>
      api.ask(rules, { ...given, headers });
    expect((await as(member.headers)).status).toBe(200);
    expect((await as(member.headers, { method: 'POST', body: NEW })).status).toBe(403);
    expect((await as(admin.headers, { method: 'POST', body: NEW })).status).toBe(201);
  });
});

test('every change of a rule is in the audit log, with its values', async () => {
  const { id } = ruleIn(await post(rules, { ...NEW, name: 'audited' }));
  const one = `${rules}/${id}`;
  await ask(one, { method: 'PATCH', body: { mutedUntil: '2026-12-01T00:00:00Z', cooldownSeconds: 60 } });
  await ask(one, { method: 'PATCH', body: { cooldownSeconds: 60 } });
  await ask(one, { method: 'DELETE' });
  const lines = await listAudit(api.db, ours.organizationId, { limit: 3 });
  expect(lines.map(({ action, target, project }) => [action, target, project])).toEqual([
    ['alert_rule.delete', 'audited', ours.project],
    ['alert_rule.change', 'audited', ours.project],
    ['alert_rule.create', 'audited', ours.project],
  ]);
  expect([lines[1]?.before, lines[1]?.after]).toEqual([
    { cooldownSeconds: 0, mutedUntil: null },
    { cooldownSeconds: 60, mutedUntil: '2026-12-01T00:00:00.000Z' },
  ]);
});
