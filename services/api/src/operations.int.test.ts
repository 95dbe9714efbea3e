import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { roleHas, ROLES, SCOPES, scopesHave, type Role } from '@sluice/contract';
import type { Operation } from '@sluice/management';
import { documentedOperations as operations } from './testing/documentedOperations.js';
import { newPerson, type Person } from './testing/newPerson.js';
import { startTestApi, type Answer, type Ask, type Tenant, type TestApi } from './testing/apiHarness.js';

let api: TestApi;
let ours: Tenant;
let theirs: Tenant;
let people: Readonly<Record<Role, Person>>;

beforeAll(async () => {
  api = await startTestApi();
  ours = await api.newTenant('ours');
  theirs = await api.newTenant('theirs');
  people = {
    viewer: await newPerson(api, { organization: 'ours', role: 'viewer' }),
    member: await newPerson(api, { organization: 'ours', role: 'member' }),
    admin: await newPerson(api, { organization: 'ours', role: 'admin' }),
    owner: await newPerson(api, { organization: 'ours', role: 'owner' }),
  };
});
afterAll(() => api.stop());

/** An id that could exist in some table, as an intruder would try. */
const SOME_ID = '018f0000-0000-8000-8000-000000000001';

/** The address of an operation in a tenant's project, other parameters filled with something plausible. */
const addressOf = (operation: Operation, { organization, project }: Tenant, id = SOME_ID): string =>
  operation.address.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'org' ? organization : name === 'project' ? project : encodeURIComponent(id),
  );

/** A request of a signed-in person, with the CSRF token. */
const askAs = (person: Person, path: string, ask: Ask): Promise<Answer> =>
  api.ask(path, { ...ask, headers: { ...person.headers, ...ask.headers } });

const askOf = (operation: Operation, ask: Ask): Ask => ({
  method: operation.method.toUpperCase(),
  ...(operation.body === undefined ? {} : { body: {} }),
  ...ask,
});

const codeOf = ({ body }: Answer): string => (body as { error: { code: string } }).error.code;
const messageOf = ({ body }: Answer): string => (body as { error: { message: string } }).error.message;

const every = operations.map(
  (operation) => [`${operation.method.toUpperCase()} ${operation.address}`, operation] as const,
);

describe('who may ask, in the order of protocol 5', () => {
  test.each(every)('%s: without a valid token 401, whatever else is wrong', async (_name, operation) => {
    const malformed = ['Bearer x', `Basic ${ours.token}`, `Bearer ${ours.token}x`, `Bearer slp_${'A'.repeat(43)}`];
    const answers = await Promise.all([
      api.ask(addressOf(operation, ours), askOf(operation, {})),
      api.ask(`${addressOf(operation, { ...ours, organization: 'nobody' })}?bad=1`, askOf(operation, {})),
      ...malformed.map((authorization) =>
        api.ask(addressOf(operation, ours), askOf(operation, { headers: { authorization } })),
      ),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(answer.text).toBe(answers[0].text);
    }
  });

  test.each(every)('%s: another organization, or none, is not there: 404, one answer', async (_name, operation) => {
    const places = [
      theirs,
      { ...ours, organization: 'nobody' },
      ...(hasProject(operation) ? [{ ...ours, project: 'none' }] : []),
    ];
    const tokens = [ours.token, ours.tokens['project:releases']];
    for (const token of tokens) {
      const answers = await Promise.all(
        places.map((place) => api.ask(`${addressOf(operation, place)}?bad=1`, askOf(operation, { token }))),
      );
      for (const answer of answers) {
        expect(answer.status).toBe(404);
        expect(answer.text).toBe(answers[0]?.text);
      }
    }
  });

  test.each(every)('%s: without a scope of the table 403, before a body is looked at', async (_name, operation) => {
    for (const scope of SCOPES.filter((one) => !scopesHave([one], operation.permission))) {
      const token = ours.tokens[scope];
      const answer = await api.ask(`${addressOf(operation, ours)}?bad=1`, askOf(operation, { token, body: '{' }));
      expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
    }
  });

  test.each(every)('%s: a member with a role of the table passes, one without gets 403', async (_name, operation) => {
    for (const role of ROLES) {
      const path = `${addressOf(operation, ours)}?bad=1`;
      const answer = await askAs(people[role], path, askOf(operation, { body: '{' }));
      const expected = roleHas(role, operation.permission) ? [400, 'bad_query'] : [403, 'forbidden'];
      expect([role, answer.status, codeOf(answer)]).toEqual([role, ...expected]);
    }
  });

  test.each(every)(
    '%s: people of another organization get 404, also with an invalid body',
    async (_name, operation) => {
      const answer = await askAs(people.owner, addressOf(operation, theirs), askOf(operation, { body: '{' }));
      expect(answer.status).toBe(404);
    },
  );

  test.each(
    every.filter(
      ([, { method, isEventStream, permission }]) =>
        method === 'get' && isEventStream !== true && scopesHave(SCOPES, permission),
    ),
  )('%s: an admin may read', async (_name, operation) => {
    const answer = await api.ask(addressOf(operation, ours), { token: ours.tokens['project:admin'] });
    // 503: the counts of this hour are in Redis, which these tests do not run.
    expect([200, 400, 404, 503]).toContain(answer.status);
  });

  test('an expired or revoked token is no token', async () => {
    const { createToken, revokeToken } = await import('@sluice/db');
    const expired = await createToken(api.db, {
      organization: 'ours',
      scopes: ['project:read'],
      expiresAt: new Date(api.now),
    });
    const revoked = await createToken(api.db, { organization: 'ours', scopes: ['project:read'] });
    await revokeToken(api.db, 'ours', revoked.token.id);
    for (const token of [expired.secret, revoked.secret]) {
      expect((await api.ask(`${ours.path}/settings`, { token })).status).toBe(401);
    }
  });

  test('a deleted project is not there', async () => {
    const { deleteProject } = await import('@sluice/db');
    const gone = await api.newProject(ours, 'gone');
    await deleteProject(api.db, { organization: 'ours', project: 'gone' });
    expect((await api.ask(`${gone.path}/settings`, { token: ours.token })).status).toBe(404);
  });
});

const hasProject = ({ address }: Operation): boolean => address.includes('{project}');

describe('invalid ids', () => {
  const single = every.filter(([, { address }]) => /\{(?!org|project)\w+\}/.test(address));

  test.each(single)('%s: never a 5xx, and nothing of another project', async (_name, operation) => {
    for (const id of [SOME_ID, '0', '-1', '1.5', 'x', '9'.repeat(30), '\0', '😀', 'a'.repeat(3_000), '..', '%']) {
      const answer = await api.ask(addressOf(operation, ours, id), askOf(operation, { headers: people.owner.headers }));
      expect([id, answer.status < 500]).toEqual([id, true]);
    }
    const { status } = await api.ask(
      addressOf(operation, ours, theirs.key),
      askOf(operation, { headers: people.owner.headers }),
    );
    expect([200, 404, 422]).toContain(status);
  });

  test('a key of another project is not there, and stays', async () => {
    const answer = await api.ask(`${ours.path}/keys/${theirs.key}`, { method: 'DELETE', token: ours.token });
    expect(answer.status).toBe(404);
    const keys = (await api.ask(`${theirs.path}/keys`, { token: theirs.token })).body as {
      data: { disabledAt: unknown }[];
    };
    expect(keys.data.map(({ disabledAt }) => disabledAt)).toEqual([null]);
  });
});

describe('a query', () => {
  test.each(every)(
    '%s: an unknown, a repeated, an empty and an unstorable parameter is a 400 that names it',
    async (_name, operation) => {
      const wrong = [
        'evironment=x',
        ...Object.keys(operation.query?.properties ?? {}).flatMap((name) => [
          `${name}=1&${name}=1`,
          `${name}=`,
          `${name}=%00`,
        ]),
      ];
      for (const query of wrong) {
        const answer = await api.ask(
          `${addressOf(operation, ours)}?${query}`,
          askOf(operation, { headers: people.owner.headers }),
        );
        expect([query, answer.status, codeOf(answer)]).toEqual([query, 400, 'bad_query']);
        expect(messageOf(answer)).toContain(query.split('=')[0]);
      }
    },
  );

  const lists = every.filter(([, { query }]) => query?.properties['cursor'] !== undefined);

  test.each(lists)(
    '%s: a limit outside its bounds, an invalid time, a range backwards, an invalid cursor: 400',
    async (_name, operation) => {
      const { from, limit } = operation.query?.properties ?? {};
      const tooMany = Number(limit?.['maximum']) + 1;
      const ranges = from === undefined ? [] : ['from=yesterday', 'to=2026-13-01', 'from=2026-01-02&to=2026-01-01'];
      for (const query of ['limit=0', `limit=${tooMany}`, 'limit=x', 'limit=1.5', ...ranges]) {
        const answer = await api.ask(`${addressOf(operation, ours)}?${query}`, { headers: people.owner.headers });
        expect([query, answer.status, codeOf(answer)]).toEqual([query, 400, 'bad_query']);
      }
      for (const cursor of [
        'x',
        '!',
        Buffer.from('[1,2,3]').toString('base64url'),
        Buffer.from('{}').toString('base64url'),
      ]) {
        const answer = await api.ask(`${addressOf(operation, ours)}?cursor=${cursor}`, {
          headers: people.owner.headers,
        });
        expect([cursor, answer.status, codeOf(answer)]).toEqual([cursor, 400, 'bad_cursor']);
      }
    },
  );

  test.each(lists)(
    '%s: a cursor of another project is a 404, of another list a 400, and a forged place in it never a 5xx',
    async (_name, operation) => {
      const owner = hasProject(operation) ? ours.projectId : `organization ${ours.organizationId}`;
      const ask = (...place: readonly string[]) => {
        const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
        return api.ask(`${addressOf(operation, ours)}?cursor=${cursor}`, { headers: people.owner.headers });
      };
      for (const other of [theirs.projectId, `organization ${theirs.organizationId}`, '', '999999999999999999999']) {
        expect((await ask(other, 'logs', SOME_ID)).status).toBe(404);
      }
      expect(codeOf(await ask(owner, 'nothing', SOME_ID))).toBe('bad_cursor');
      const name = operation.address.split('/').findLast((step) => !step.startsWith('{')) ?? '';
      const places = [
        '',
        'x',
        "'",
        '0',
        '-1',
        '9'.repeat(30),
        '[]',
        '{}',
        'null',
        '["a","b"]',
        '\0',
        '\ud800',
        SOME_ID,
        'ffffffff-ffff-8000-8000-000000000000',
        `9999-99-99T99:99:99.999Z ${SOME_ID}`,
      ];
      for (const list of [name, `${name}:lastSeen`, `${name}:count`, 'projects']) {
        for (const place of places) {
          const answer = await ask(owner, list, place);
          expect([list, place, answer.status < 500]).toEqual([list, place, true]);
        }
      }
    },
  );
});
