import { beforeEach, describe, expect, test } from '@jest/globals';
import { readSettings } from '@sluice/runtime';
import { LIMIT_SETTINGS } from '../../limitsConfig.js';
import { type Answer, useApi } from '../../testing/apiHarness.js';
import { useTenant } from '@sluice/testkit';

const LIMITS = {
  ORGANIZATION_PROJECTS: '2',
  ORGANIZATION_ERASURES: '2',
  ORGANIZATION_ALERT_RULES: '5',
  ORGANIZATION_ALERT_CONDITIONS: '14',
};
const api = useApi({ limits: readSettings(LIMIT_SETTINGS, LIMITS) });
const ours = useTenant(api, 'ours');
const idIn = ({ body }: Answer): string => (body as { id: string }).id;

test('projects beyond the limit are refused by name, and there is room after one was deleted', async () => {
  const projects = '/api/0/projects/ours';
  expect((await send('POST', projects, { slug: 'second' })).status).toBe(201);
  const answers = await Promise.all(['third', 'fourth'].map((slug) => send('POST', projects, { slug })));
  for (const answer of answers)
    expect(errorOf(answer)).toEqual([
      422,
      'limit_reached',
      'The organization has 2 projects: the limit is 2. Delete some, or ask the operator to raise ORGANIZATION_PROJECTS.',
    ]);
  await api.db.pool.query(`update projects set deleted_at = now() where slug = 'second'`);
  expect((await send('POST', projects, { slug: 'third' })).status).toBe(201);
  expect((await send('POST', projects, { slug: 'fourth' })).status).toBe(422);
});

describe('alert rules', () => {
  const condition = { kind: 'new_issue' };
  const rule = (conditions: number) => ({
    name: 'rule',
    conditions: Array.from({ length: conditions }, () => condition),
  });

  test('beyond the limit are refused in the organization and its projects, and those that exist can be changed', async () => {
    const shared = '/api/0/organizations/ours/alerts/rules';
    const own = `${ours.path}/alerts/rules`;
    // An organization begins with three.
    const created = await send('POST', own, rule(1));
    expect(created.status).toBe(201);
    expect((await send('POST', shared, rule(1))).status).toBe(201);
    for (const path of [shared, own])
      expect(errorOf(await send('POST', path, rule(1)))).toEqual([
        422,
        'limit_reached',
        'The organization has 5 alert rules: the limit is 5. Delete some, or ask the operator to raise ORGANIZATION_ALERT_RULES.',
      ]);
    const one = `${own}/${idIn(created)}`;
    expect((await send('PATCH', one, { name: 'renamed' })).status).toBe(200);
    // The first three have five conditions.
    expect(errorOf(await send('PATCH', one, rule(9)))).toEqual([
      422,
      'limit_reached',
      expect.stringMatching(
        /^The organization has \d+ conditions of alert rules, each counted in every project that its rule applies to, 8 more are too many: the limit is 14\. .* ORGANIZATION_ALERT_CONDITIONS\.$/,
      ),
    ]);
    expect((await send('DELETE', one)).status).toBe(204);
    expect((await send('POST', own, rule(1))).status).toBe(201);
  });
});

describe('conditions of a rule for all projects', () => {
  const limited = useApi({ limits: readSettings(LIMIT_SETTINGS, { ORGANIZATION_ALERT_CONDITIONS: '8' }) });
  const theirs = useTenant(limited, 'theirs');
  beforeEach(() => limited.db.pool.query('delete from alert_rules'));
  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    limited.ask(path, { token: theirs.token, method, ...(body === undefined ? {} : { body }) });
  const shared = '/api/0/organizations/theirs/alerts/rules';
  const rule = (conditions: number, more: object = {}) => ({
    name: 'rule',
    conditions: Array.from({ length: conditions }, () => ({ kind: 'new_issue' })),
    ...more,
  });
  const tooMany = (count: number, added: number): readonly unknown[] => [
    422,
    'limit_reached',
    `The organization has ${count} conditions of alert rules, each counted in every project that its rule applies to${added === 1 ? '' : `, ${added} more are too many`}: the limit is 8. Delete some, or ask the operator to raise ORGANIZATION_ALERT_CONDITIONS.`,
  ];

  test('count in each of them, and in those that are added later', async () => {
    expect((await ask('POST', shared, rule(2))).status).toBe(201);
    for (const slug of ['second', 'third']) {
      expect((await ask('POST', '/api/0/projects/theirs', { slug })).status).toBe(201);
    }
    // Six so far.
    expect(errorOf(await ask('POST', shared, rule(1)))).toEqual(tooMany(6, 3));
    const slugs = [theirs.path.split('/').at(-1), 'second'];
    const excluding = await ask('POST', shared, rule(1, { exceptProjects: slugs }));
    expect(excluding.status).toBe(201);
    expect(errorOf(await ask('POST', '/api/0/projects/theirs', { slug: 'fourth' }))).toEqual(tooMany(7, 3));
    const exclusion = `/api/0/projects/theirs/second/alerts/rules/${idIn(excluding)}/exclusion`;
    expect((await ask('DELETE', exclusion)).status).toBe(200);
    expect(errorOf(await ask('DELETE', exclusion.replace('second', slugs[0] ?? '')))).toEqual(tooMany(8, 1));
    expect((await ask('PATCH', `${shared}/${idIn(excluding)}`, { name: 'renamed' })).status).toBe(200);
    expect((await ask('DELETE', `${shared}/${idIn(excluding)}`)).status).toBe(204);
    expect((await ask('POST', `${theirs.path}/alerts/rules`, rule(2))).status).toBe(201);
    expect(errorOf(await ask('POST', `${theirs.path}/alerts/rules`, rule(1)))).toEqual(tooMany(8, 1));
  });

  test('do not keep what exists from working when the limit is lower', async () => {
    const id = idIn(await ask('POST', shared, rule(1)));
    await limited.db.pool.query(
      `update alert_rules set conditions = (select jsonb_agg('{"kind": "new_issue"}'::jsonb) from generate_series(1, 9))`,
    );
    expect((await ask('PATCH', `${shared}/${id}`, { name: 'still here' })).status).toBe(200);
    expect((await ask('PATCH', `${shared}/${id}`, rule(8))).status).toBe(200);
  });
});

test('erasures beyond the limit are refused with 429 until others are done', async () => {
  const erase = (user: string) => send('POST', `${ours.path}/erasures`, { user: `id:${user}` });
  const answers = await Promise.all(['ada', 'bob', 'eve', 'kim'].map(erase));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
  expect(errorOf(await erase('zoe'))).toEqual([
    429,
    'too_many',
    'The organization has 2 unfinished erasures, and the limit is 2 (ORGANIZATION_ERASURES); try again when some have finished.',
  ]);
  await api.db.pool.query(`update erasures set state = 'done', finished_at = now()`);
  expect((await erase('zoe')).status).toBe(201);
});

function errorOf({ status, body }: Answer): readonly unknown[] {
  const { error } = body as { error: { code: string; message: string } };
  return [status, error.code, error.message];
}

function send(method: string, path: string, body?: object): Promise<Answer> {
  return api.ask(path, { token: ours.token, method, ...(body === undefined ? {} : { body }) });
}
