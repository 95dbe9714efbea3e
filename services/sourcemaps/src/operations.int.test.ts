import { describe, expect, test } from '@jest/globals';
import type { Operation } from '@sluice/management';
import type { Tenant } from '@sluice/testkit';
import { operationsOf } from './operations.js';
import { field, formOf, uploadOf } from './testing/formOf.js';
import { errorOf, messageOf, type Answer, useSourcemaps } from './testing/sourcemapsHarness.js';
import type { ServiceContext } from './serviceContext.js';
import { useTenant } from '@sluice/testkit';

const service = useSourcemaps();
const ours = useTenant(service, 'ours');
const theirs = useTenant(service, 'theirs');

const SOME_ID = '018f0000-0000-8000-8000-000000000001';
const every = operationsOf({} as ServiceContext).map(
  (operation) => [`${operation.method.toUpperCase()} ${operation.address}`, operation] as const,
);
const reads = every.filter(([, { method }]) => method === 'get');
const writes = every.filter(([, { method }]) => method !== 'get');

describe('who may ask, in the order of protocol 5', () => {
  test.each(every)('%s: answers 401 without a valid token, whatever else is wrong', async (_name, operation) => {
    const none = { ...ours, organization: 'nobody' };
    for (const token of [undefined, 'x', `${ours.token}x`, `slp_${'A'.repeat(43)}`]) {
      for (const place of [ours, theirs, none]) {
        expect(errorOf(await ask(operation, place, token))).toEqual([401, 'unauthorized']);
      }
    }
  });

  test.each(every)('%s: answers the same 404 for another organization and for none', async (_name, operation) => {
    const places = [theirs, { ...ours, organization: 'nobody' }, { ...ours, project: 'none' }];
    for (const token of Object.values(ours.tokens)) {
      const answers = await Promise.all(places.map((place) => ask(operation, place, token)));
      expect(answers.map(errorOf)).toEqual(places.map(() => [404, 'not_found']));
      expect(new Set(answers.map(messageOf)).size).toBe(1);
    }
  });

  test.each(writes)(
    '%s: answers 403 without project:releases, before it looks at its body',
    async (_name, operation) => {
      expect(errorOf(await ask(operation, ours, ours.tokens['project:read']))).toEqual([403, 'forbidden']);
      for (const scope of ['project:releases', 'project:admin'] as const) {
        expect((await ask(operation, ours, ours.tokens[scope])).status).not.toBe(403);
      }
    },
  );

  test.each(reads)('%s: accepts project:read and project:releases', async (_name, operation) => {
    for (const token of Object.values(ours.tokens)) {
      expect(errorOf(await ask(operation, ours, token))).toEqual([400, 'bad_query']);
    }
  });
});

describe('requests', () => {
  test.each(every)(
    '%s: answers 400 to an unknown, a repeated, an empty and an unstorable parameter',
    async (_name, operation) => {
      const names = Object.keys(operation.query?.properties ?? {});
      for (const query of ['?x=1', ...names.flatMap((name) => [`?${name}=1&${name}=1`, `?${name}=`, `?${name}=%00`])]) {
        const answer = await ask(operation, ours, ours.token, { query });
        expect([query, ...errorOf(answer)]).toEqual([query, 400, 'bad_query']);
      }
    },
  );

  const single = every.filter(([, { address }]) => /\{(?!org|project)\w+\}/.test(address));
  test.each(single)('%s: answers 404 to an unknown id', async (_name, operation) => {
    const ids = [
      SOME_ID,
      '0',
      '-1',
      'x',
      '9'.repeat(30),
      '\0',
      '😀',
      'a'.repeat(3_000),
      'EXPLAIN',
      SOME_ID.toUpperCase(),
    ];
    for (const id of ids) {
      const { status } = await ask(operation, ours, ours.token, { id, query: '' });
      expect([id, status]).toEqual([id, 404]);
    }
  });

  const lists = reads.filter(([, { query }]) => query?.properties['cursor'] !== undefined);
  test.each(lists)(
    '%s: answers 404 or 400 to cursors of others, and no 5xx to forged places in them',
    async (_name, operation) => {
      const list = operation.address.split('/').at(-1) ?? '';
      const withPlace = (...place: readonly string[]) => {
        const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
        return ask(operation, ours, ours.token, { query: `?cursor=${cursor}` });
      };
      expect(errorOf(await withPlace(theirs.projectId, list, 'x'))).toEqual([404, 'not_found']);
      expect(errorOf(await withPlace(ours.projectId, 'logs', 'x'))).toEqual([400, 'bad_cursor']);
      const time = '2026-01-01T00:00:00.000Z';
      for (const after of [
        '',
        'x',
        "'",
        '\0',
        '\ud800',
        `${time} x`,
        `${time} ${time} \0`,
        `9999-99-99T99:99:99.999Z ${SOME_ID}`,
      ]) {
        const { status } = await withPlace(ours.projectId, list, after);
        expect([after, status < 500]).toEqual([after, true]);
      }
    },
  );

  test('to other paths get 404', async () => {
    for (const path of [
      '/',
      '/api/0/docs',
      `${ours.path}/issues`,
      `${ours.path}/sourcemapsx`,
      `${ours.path}/sourcemaps/1/map`,
    ]) {
      expect(errorOf(await service.ask(path, { token: ours.token }))).toEqual([404, 'not_found']);
    }
  });

  test('with other methods get the allowed ones', async () => {
    const allowed = async (path: string, method: string): Promise<unknown> =>
      (await service.ask(`${ours.path}/${path}`, { method })).headers['allow'];
    expect(await allowed('sourcemaps', 'PUT')).toBe('GET, POST, DELETE, HEAD, OPTIONS');
    expect(await allowed(`sourcemaps/${SOME_ID}`, 'GET')).toBe('DELETE, OPTIONS');
    expect(await allowed('releases', 'DELETE')).toBe('GET, POST, HEAD, OPTIONS');
    expect(await allowed('releases/x', 'DELETE')).toBe('GET, PATCH, HEAD, OPTIONS');
  });
});

describe('another tenant', () => {
  test('cannot see, replace or delete our maps, and has separate maps of the same names', async () => {
    const { body } = await service.upload(ours, uploadOf());
    const { id } = body as { id: string };
    const neighbour = await service.newProject(ours, 'neighbour');
    for (const stranger of [theirs, neighbour]) {
      const at = (path: string, method = 'GET'): Promise<Answer> =>
        service.ask(`${stranger.path}/${path}`, { method, token: stranger.token });
      expect((await at(`sourcemaps/${id}`, 'DELETE')).status).toBe(404);
      expect((await at('releases/shop%401')).status).toBe(404);
      expect((await at('sourcemaps?release=shop%401')).body).toMatchObject({ data: [] });
      const explained = await at('sourcemaps/explain?release=shop%401&url=https://x/assets/app.js&line=1&column=1');
      expect(explained.body).toMatchObject({ hasRelease: false, filenames: [], frame: { unresolved: 'no_map' } });
      expect((await service.upload(stranger, uploadOf('{"mappings":""}'))).status).toBe(201);
      expect((await at('sourcemaps?release=shop%401', 'DELETE')).status).toBe(204);
      const described = formOf([field('version', 'shop@1'), field('notes', 'theirs')]);
      const { status } = await service.ask(`${stranger.path}/releases`, {
        method: 'POST',
        token: stranger.token,
        body: described,
      });
      expect(status).toBe(200);
    }
    const listed = await service.ask(`${ours.path}/sourcemaps`, { token: ours.token });
    expect(listed.body).toMatchObject({ data: [body] });
    const release = await service.ask(`${ours.path}/releases/shop%401`, { token: ours.token });
    expect(release.body).toMatchObject({ notes: null, sourceMaps: 1 });
  });
});

/** An operation asked in a tenant's project with an invalid body. */
function ask(operation: Operation, place: Tenant, token: string | undefined, { query = '?bad=1', id = SOME_ID } = {}) {
  const address = operation.address.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'org' ? place.organization : name === 'project' ? place.project : encodeURIComponent(id),
  );
  return service.ask(`${address}${query}`, {
    method: operation.method.toUpperCase(),
    token,
    ...(operation.method === 'post' ? { body: { type: 'text/plain', bytes: Buffer.from('no form') } } : {}),
  });
}
