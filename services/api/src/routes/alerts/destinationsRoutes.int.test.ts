import { describe, expect, test } from '@jest/globals';
import { readUnsubscribeKey } from '@sluice/alerts';
import { listAudit } from '@sluice/reading';
import { type Answer, type Ask, useApi } from '../../testing/apiHarness.js';
import { newPerson } from '../../testing/newPerson.js';
import { useTenant } from '@sluice/testkit';

const PATH = '/api/0/organizations/ours/alerts/destinations';

const api = useApi({ allowedAddresses: ['10.1.0.0/16'] });
const ours = useTenant(api, 'ours');
const theirs = useTenant(api, 'theirs');

interface Destination {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly secret: string | null;
  readonly signingSecret?: string | null;
  readonly signingSecrets: number;
}

const ask = (path: string, given: Ask = {}): Promise<Answer> => api.ask(path, { token: ours.token, ...given });
const destinationIn = ({ body }: Answer): Destination => body as Destination;
const messageIn = ({ body }: Answer): string => (body as { error: { message: string } }).error.message;
const pathOf = ({ id }: Destination): string => `${PATH}/${id}`;

const HOOK = { kind: 'webhook', name: 'Hook', secrets: { url: 'https://example.com/hooks/very-secret' } };

describe('destinations', () => {
  test('begin with the owners and the assignee', async () => {
    const { token } = await api.newTenant('fresh');
    const { body } = await ask(PATH.replace('ours', 'fresh'), { token });
    expect((body as { data: Destination[] }).data).toEqual([
      expect.objectContaining({
        name: 'Owners',
        kind: 'members',
        config: { audience: 'owners' },
        secret: null,
        rules: 2,
      }),
      expect.objectContaining({ name: 'Assignee', kind: 'members', config: { audience: 'assignee' }, rules: 1 }),
    ]);
  });

  test('of the kind webhook show their signing secret once', async () => {
    const made = destinationIn(await post(PATH, HOOK));
    expect(made).toMatchObject({ secret: 'example.com', signingSecrets: 1, hourlyLimit: 30, quietHours: null });
    expect(made.signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(destinationIn(await ask(pathOf(made)))).not.toHaveProperty('signingSecret');
  });

  test('reach addresses of the own network if the operator allows them', async () => {
    const made = await post(PATH, { ...HOOK, secrets: { url: 'http://10.1.2.3:8080/hooks' } });
    expect([made.status, destinationIn(made).secret]).toEqual([201, '10.1.2.3:8080']);
  });

  test('whose host is not that of the platform are accepted, because proxies exist', async () => {
    const slack = await post(PATH, { ...HOOK, kind: 'slack' });
    expect([slack.status, slack.body]).toMatchObject([
      201,
      { warnings: [expect.stringMatching(/^example\.com is not a host of Slack/)] },
    ]);
    expect((await post(PATH, HOOK)).body).toMatchObject({ warnings: [] });
  });

  test('show what failed last, until a message is sent', async () => {
    const made = destinationIn(await post(PATH, HOOK));
    const lastProblem = async (token = ours.token): Promise<unknown> => (await ask(pathOf(made), { token })).body;
    expect(await lastProblem()).toMatchObject({ lastProblem: null });
    const { deliveryId } = (await post(`${pathOf(made)}/test`)).body as { deliveryId: string };
    const problem = 'ada@example.com: HTTP 404';
    await api.db.pool.query(
      `insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, status, result, problem)
        values ($1, $2, 1, now(), 10, 404, 'retry', $3)`,
      [`-${ours.organizationId}`, deliveryId, problem],
    );
    await api.db.pool.query(`update alert_deliveries set state = 'failed' where id = $1`, [deliveryId]);
    const failed = { deliveryId, kind: 'test', status: 404 };
    expect(await lastProblem()).toMatchObject({ lastProblem: { ...failed, problem } });
    const { body } = await ask(PATH, { token: ours.tokens['project:read'] });
    expect((body as { data: Destination[] }).data.find(({ id }) => id === made.id)).toMatchObject({
      lastProblem: { ...failed, problem: 'a…@example.com: HTTP 404' },
    });
    await api.db.pool.query('update alert_destinations set last_sent_at = now() where id = $1', [made.id]);
    expect(await lastProblem()).toMatchObject({ lastProblem: null });
  });

  test('of members stay changeable after Sluice made the key of their links', async () => {
    const [owners] = ((await ask(PATH)).body as { data: Destination[] }).data;
    await readUnsubscribeKey(api.db, { organizationId: ours.organizationId, destinationId: owners?.id ?? '' });
    expect((await ask(`${PATH}/${owners?.id}`, { method: 'PATCH', body: { hourlyLimit: 31 } })).status).toBe(200);
  });

  test('are changed by field; secrets that are not given stay', async () => {
    const made = destinationIn(await post(PATH, { ...HOOK, kind: 'slack' }));
    const quietHours = { timeZone: 'Europe/Berlin', from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5] };
    const changed = await ask(pathOf(made), { method: 'PATCH', body: { quietHours, hourlyLimit: 5 } });
    expect(destinationIn(changed)).toMatchObject({ name: 'Hook', secret: 'example.com', quietHours, hourlyLimit: 5 });
    const moved = { method: 'PATCH', body: { secrets: { url: 'https://hooks.example.org/x' }, quietHours: null } };
    expect(destinationIn(await ask(pathOf(made), moved))).toMatchObject({
      secret: 'hooks.example.org',
      quietHours: null,
    });
  });

  test('that changed since they were read are not changed: 412', async () => {
    const made = destinationIn(await post(PATH, HOOK));
    const etag = String((await ask(pathOf(made))).headers['etag']);
    const change = (secret: string): Promise<Answer> =>
      ask(pathOf(made), {
        method: 'PATCH',
        body: { secrets: { url: `https://example.com/${secret}` } },
        headers: { 'if-match': etag },
      });
    expect([(await change('a')).status, (await change('b')).status]).toEqual([200, 412]);
  });

  test('rotate their signing secret: the new one is shown once, the previous one signs until it is removed', async () => {
    const made = destinationIn(await post(PATH, HOOK));
    const rotated = destinationIn(await post(`${pathOf(made)}/rotate`));
    expect(rotated.signingSecrets).toBe(2);
    expect(rotated.signingSecret).not.toBe(made.signingSecret);
    expect((await post(`${pathOf(made)}/rotate`)).status).toBe(409);
    const ended = await ask(`${pathOf(made)}/previous-secret`, { method: 'DELETE' });
    expect(destinationIn(ended).signingSecrets).toBe(1);
    const chat = destinationIn(await post(PATH, { ...HOOK, kind: 'discord' }));
    expect((await post(`${pathOf(chat)}/rotate`)).status).toBe(422);
  });

  test('are paused and resumed, each once', async () => {
    const made = destinationIn(await post(PATH, HOOK));
    const paused = (await post(`${pathOf(made)}/pause`)).body as { pausedAt: string };
    expect((await post(`${pathOf(made)}/pause`)).body).toMatchObject({ pausedAt: paused.pausedAt });
    expect((await post(`${pathOf(made)}/resume`)).body).toMatchObject({ pausedAt: null, pausedReason: null });
    expect((await post(`${pathOf(made)}/resume`)).status).toBe(200);
  });

  test('are deleted: rules no longer send to them', async () => {
    const made = destinationIn(await post(PATH, HOOK));
    const rules = '/api/0/organizations/ours/alerts/rules';
    const rule = { name: 'r', conditions: [{ kind: 'new_issue' }], destinationIds: [made.id] };
    const { id } = destinationIn(await post(rules, rule));
    expect((await ask(pathOf(made), { method: 'DELETE' })).status).toBe(204);
    expect((await ask(pathOf(made))).status).toBe(404);
    expect((await ask(`${rules}/${id}`)).body).toMatchObject({ destinationIds: [] });
  });
});

describe('an invalid destination', () => {
  test.each([
    [{ kind: 'slack', name: 'x' }, 'secrets.url: must be an https URL.'],
    [
      { kind: 'webhook', name: 'x', secrets: { url: 'https://169.254.169.254/very-secret' } },
      'secrets.url: must be a public address, unless ALERTS_ALLOWED_ADDRESSES allows it.',
    ],
    [
      { kind: 'webhook', name: 'x', secrets: { url: 'http://8.8.8.8/very-secret' } },
      'secrets.url: must be an https URL, unless ALERTS_ALLOWED_ADDRESSES allows it.',
    ],
    [
      { kind: 'pagerduty', name: 'x', secrets: { token: 'very-secret' } },
      /^secrets\.token: must be an integration key of 32/,
    ],
    [
      { kind: 'slack', name: 'x', config: { topic: 'x' }, secrets: { url: 'https://hooks.slack.com/very-secret' } },
      'config.topic: is not a field of a destination "slack".',
    ],
    [{ kind: 'telegram', name: 'x', secrets: { token: 't' } }, /^secrets\.token: .*; config\.chatId: must be a number/],
    [
      { kind: 'members', name: 'x', config: { audience: 'all' } },
      'config.audience must be one of owners, admins, members, assignee.',
    ],
    [{ ...HOOK, name: '' }, /^name /],
    [{ ...HOOK, hourlyLimit: 0 }, 'hourlyLimit must be >= 1.'],
    [
      { ...HOOK, quietHours: { timeZone: 'Mars/Base', from: '22:00', to: '07:00' } },
      'quietHours.timeZone: must be the IANA name of a time zone, such as "Europe/Berlin".',
    ],
    [
      { ...HOOK, quietHours: { timeZone: 'UTC', from: '22:00', to: '22:00' } },
      'quietHours.to: must differ from quietHours.from.',
    ],
    [
      { ...HOOK, quietHours: { timeZone: 'UTC', from: '22:00', to: '07:00', days: [1, 1] } },
      'quietHours.days: must be a list of 1 to 7 days, 1 (Monday) to 7 (Sunday) without duplicates.',
    ],
    [{ ...HOOK, secrets: { ...HOOK.secrets, signingSecrets: ['whsec_x'] } }, 'Unknown field secrets.signingSecrets.'],
  ])('%j: 422 that names the field', async (body, message) => {
    const answer = await post(PATH, body);
    expect([answer.status, messageIn(answer)]).toEqual([
      422,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
    expect(answer.text).not.toContain('very-secret');
  });

  test('is the 51st', async () => {
    const crowd = await api.newTenant('crowd');
    await api.db.pool.query(
      `insert into alert_destinations (organization_id, kind, name, config)
        select $1, 'members', 'x', '{"audience":"owners"}' from generate_series(1, 48)`,
      [crowd.organizationId],
    );
    const answer = await api.ask('/api/0/organizations/crowd/alerts/destinations', {
      method: 'POST',
      token: crowd.token,
      body: HOOK,
    });
    expect([answer.status, messageIn(answer)]).toEqual([
      409,
      'The organization has 50 destinations, which is the limit; delete one first.',
    ]);
  });
});

describe('secrets', () => {
  test('are in no response and no line of the audit log, but the signing secret that was just made', async () => {
    const made = destinationIn(await post(PATH, { ...HOOK, name: 'audited' }));
    const one = pathOf(made);
    const answers = [
      await ask(one),
      await ask(PATH),
      await ask(one, {
        method: 'PATCH',
        body: { name: 'again', secrets: { url: 'https://example.com/very-secret-2' } },
      }),
      await post(`${one}/pause`),
      await post(`${one}/resume`),
      await post(`${one}/test`),
      await ask('/api/0/organizations/ours/alerts/deliveries'),
      await post(`${one}/rotate`),
      await ask(`${one}/previous-secret`, { method: 'DELETE' }),
      await ask(one, { method: 'DELETE' }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBeLessThan(300);
      expect(text).not.toMatch(/very-secret/);
      expect(text).not.toContain(made.signingSecret);
    }
    const lines = await listAudit(api.db, ours.organizationId, { limit: 7 });
    expect(lines.map(({ action }) => action)).toEqual([
      'alert_destination.delete',
      'alert_destination.rotate',
      'alert_destination.rotate',
      'alert_destination.resume',
      'alert_destination.pause',
      'alert_destination.change',
      'alert_destination.create',
    ]);
    expect(lines[5]?.after).toMatchObject({ name: 'again', secretsChanged: ['url'] });
    expect(JSON.stringify(lines)).not.toMatch(/secret-|very-secret|whsec_/);
  });
});

describe('what only those see who may change destinations', () => {
  test('the topic of ntfy is shown to nobody; sent back as shown, it stays', async () => {
    const config = { server: 'https://ntfy.sh', topic: 'acme-9f8a7b6c5d4e' };
    const made = await post(PATH, { kind: 'ntfy', name: 'Secret phone', config });
    const shown = { ...config, topic: '…5d4e' };
    expect(made.body).toMatchObject({ config: shown });
    const changed = await ask(pathOf(destinationIn(made)), {
      method: 'PATCH',
      body: { config: shown, name: 'Renamed' },
    });
    expect(changed.body).toMatchObject({ config: shown, name: 'Renamed' });
    const { rows } = await api.db.pool.query<{ config: object }>(
      'select config from alert_destinations where id = $1',
      [destinationIn(made).id],
    );
    expect(rows).toEqual([{ config }]);
    const audited = await listAudit(api.db, ours.organizationId, { limit: 2 });
    expect(JSON.stringify(audited)).not.toContain('acme-9f8a');
  });

  test('addresses of mail are masked for viewers and tokens that read', async () => {
    const addresses = ['boss.private@example.com'];
    const made = destinationIn(await post(PATH, { kind: 'email', name: 'Boss', config: { addresses } }));
    const reason = 'boss.private@example.com: 550 no mailbox';
    await api.db.pool.query('update alert_destinations set paused_at = now(), paused_reason = $2 where id = $1', [
      made.id,
      reason,
    ]);
    const masked = { config: { addresses: ['b…@example.com'] }, pausedReason: 'b…@example.com: 550 no mailbox' };
    const viewer = await newPerson(api, { organization: 'ours', role: 'viewer' });
    const readers: Ask[] = [{ headers: viewer.headers }, { token: ours.tokens['project:read'] }];
    for (const reader of readers) {
      expect((await api.ask(PATH, reader)).text).not.toContain('boss.private');
      expect((await api.ask(pathOf(made), reader)).body).toMatchObject(masked);
    }
    expect((await ask(pathOf(made))).body).toMatchObject({ config: { addresses }, pausedReason: reason });
  });
});

describe('a server that changes', () => {
  const token = 'a'.repeat(32);
  const bot = `123456:${'A'.repeat(35)}`;
  test.each([
    ['opsgenie', { server: 'https://api.eu.opsgenie.com' }, { server: 'https://attacker.example' }, token],
    ['ntfy', { server: 'https://ntfy.sh', topic: 'a' }, { server: 'https://attacker.example', topic: 'a' }, token],
    ['telegram', { chatId: '1' }, { chatId: '1', server: 'https://attacker.example' }, bot],
    ['pagerduty', {}, { server: 'https://attacker.example' }, token],
  ])('of %s does not get the stored token: 422 unless it is given again', async (kind, config, moved, secret) => {
    const secrets = { token: secret };
    const made = destinationIn(await post(PATH, { kind, name: kind, config, secrets }));
    const change = (body: object): Promise<Answer> => ask(pathOf(made), { method: 'PATCH', body });
    const refused = await change({ config: moved });
    expect([refused.status, messageIn(refused)]).toEqual([
      422,
      'secrets.token: must be given again, because config.server changes.',
    ]);
    expect((await change({ config, name: 'again' })).status).toBe(200);
    expect((await change({ config: moved, secrets })).status).toBe(200);
  });

  test('of ntfy does not get the stored topic either', async () => {
    const config = { server: 'https://ntfy.sh', topic: 'acme-9f8a7b6c5d4e' };
    const made = destinationIn(await post(PATH, { kind: 'ntfy', name: 'Phone', config }));
    const change = (topic: string): Promise<Answer> =>
      ask(pathOf(made), { method: 'PATCH', body: { config: { server: 'https://attacker.example', topic } } });
    expect(messageIn(await change('…5d4e'))).toBe('config.topic: must be given again, because config.server changes.');
    expect((await change(config.topic)).status).toBe(200);
  });
});

test('a destination gets ten tests in an hour, then 429 with the time to wait', async () => {
  const made = destinationIn(await post(PATH, HOOK));
  for (let at = 0; at < 10; at++) expect((await post(`${pathOf(made)}/test`)).status).toBe(201);
  const refused = await post(`${pathOf(made)}/test`);
  expect([refused.status, messageIn(refused)]).toEqual([
    429,
    'The destination got 10 tests and repeated messages in the last hour, which is the limit. Try again in 60 min.',
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
});

describe('access', () => {
  test('destinations of another organization are not there', async () => {
    const { body } = await api.ask('/api/0/organizations/theirs/alerts/destinations', { token: theirs.token });
    const [foreign] = (body as { data: Destination[] }).data;
    const path = `${PATH}/${foreign?.id}`;
    const requests: [string, Ask][] = [
      [path, {}],
      [path, { method: 'PATCH', body: { name: 'x' } }],
      [path, { method: 'DELETE' }],
      ...['test', 'pause', 'resume', 'rotate'].map((verb): [string, Ask] => [`${path}/${verb}`, { method: 'POST' }]),
      [`${path}/previous-secret`, { method: 'DELETE' }],
    ];
    for (const [where, given] of requests) expect([where, (await ask(where, given)).status]).toEqual([where, 404]);
  });

  test('members read, admins write', async () => {
    const member = await newPerson(api, { organization: 'ours', role: 'member' });
    const admin = await newPerson(api, { organization: 'ours', role: 'admin' });
    expect((await api.ask(PATH, { headers: member.headers })).status).toBe(200);
    const create = { method: 'POST', body: HOOK };
    expect((await api.ask(PATH, { ...create, headers: member.headers })).status).toBe(403);
    expect((await api.ask(PATH, { ...create, headers: admin.headers })).status).toBe(201);
    const reader = ours.tokens['project:read'];
    expect((await api.ask(PATH, { ...create, token: reader })).status).toBe(403);
  });
});

function post(path: string, body?: object): Promise<Answer> {
  return ask(path, { method: 'POST', ...(body === undefined ? {} : { body }) });
}
