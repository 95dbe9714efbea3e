import { describe, expect, test } from '@jest/globals';
import { useApi } from './testing/apiHarness.js';
import { addressOf, askOf, codeOf, every, hasProject, messageOf, SOME_ID } from './testing/everyOperation.js';
import { usePerson } from './testing/newPerson.js';
import { useTenant } from '@sluice/testkit';

const api = useApi();
const ours = useTenant(api, 'ours');
const theirs = useTenant(api, 'theirs');
const owner = usePerson(api, { organization: 'ours', role: 'owner' });

describe('invalid ids', () => {
  const single = every.filter(([, { address }]) => /\{(?!org|project)\w+\}/.test(address));

  test.each(single)('%s: answers no 5xx and returns nothing of another project', async (_name, operation) => {
    for (const id of [SOME_ID, '0', '-1', '1.5', 'x', '9'.repeat(30), '\0', '😀', 'a'.repeat(3_000), '..', '%']) {
      const answer = await api.ask(addressOf(operation, ours, id), askOf(operation, { headers: owner.headers }));
      expect([id, answer.status < 500]).toEqual([id, true]);
    }
    const { status } = await api.ask(
      addressOf(operation, ours, theirs.key),
      askOf(operation, { headers: owner.headers }),
    );
    expect([200, 404, 422]).toContain(status);
  });

  test('a key of another project is not found and stays', async () => {
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
    '%s: answers 400 that names it to an unknown, a repeated, an empty and an unstorable parameter',
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
          askOf(operation, { headers: owner.headers }),
        );
        expect([query, answer.status, codeOf(answer)]).toEqual([query, 400, 'bad_query']);
        expect(messageOf(answer)).toContain(query.split('=')[0]);
      }
    },
  );

  const lists = every.filter(([, { query }]) => query?.properties['cursor'] !== undefined);

  test.each(lists)(
    '%s: answers 400 to a limit outside its bounds, an invalid time, a reversed range and an invalid cursor',
    async (_name, operation) => {
      const { from, limit } = operation.query?.properties ?? {};
      const tooMany = Number(limit?.['maximum']) + 1;
      const ranges = from === undefined ? [] : ['from=yesterday', 'to=2026-13-01', 'from=2026-01-02&to=2026-01-01'];
      for (const query of ['limit=0', `limit=${tooMany}`, 'limit=x', 'limit=1.5', ...ranges]) {
        const answer = await api.ask(`${addressOf(operation, ours)}?${query}`, { headers: owner.headers });
        expect([query, answer.status, codeOf(answer)]).toEqual([query, 400, 'bad_query']);
      }
      for (const cursor of [
        'x',
        '!',
        Buffer.from('[1,2,3]').toString('base64url'),
        Buffer.from('{}').toString('base64url'),
      ]) {
        const answer = await api.ask(`${addressOf(operation, ours)}?cursor=${cursor}`, {
          headers: owner.headers,
        });
        expect([cursor, answer.status, codeOf(answer)]).toEqual([cursor, 400, 'bad_cursor']);
      }
    },
  );

  test.each(lists)(
    '%s: answers 404 to a cursor of another project, 400 to one of another list, and no 5xx to a forged place in one',
    async (_name, operation) => {
      const holder = hasProject(operation) ? ours.projectId : `organization ${ours.organizationId}`;
      const ask = (...place: readonly string[]) => {
        const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
        return api.ask(`${addressOf(operation, ours)}?cursor=${cursor}`, { headers: owner.headers });
      };
      for (const other of [theirs.projectId, `organization ${theirs.organizationId}`, '', '999999999999999999999']) {
        expect((await ask(other, 'logs', SOME_ID)).status).toBe(404);
      }
      expect(codeOf(await ask(holder, 'nothing', SOME_ID))).toBe('bad_cursor');
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
          const answer = await ask(holder, list, place);
          expect([list, place, answer.status < 500]).toEqual([list, place, true]);
        }
      }
    },
  );
});
