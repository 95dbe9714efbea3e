import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiAsk } from '../e2e/support/api.js';
import { isForMembers, type DocumentedOperation } from '../e2e/support/apiDocument.js';
import { type Answer } from '../e2e/support/http.js';
import { type System } from '../e2e/support/system.js';
import { createOrganization, createProject, createTenant } from '../e2e/support/tenant.js';
import { useSystem } from '../e2e/support/useSystem.js';
import { addressOf, bodyOf, common, markTenant, queryOf, type MarkedTenant } from './support/markedTenant.js';

let system: System;
let ours: MarkedTenant;
/** A project of the same organization: the token is valid for it, but its data belongs to another project. */
let sibling: MarkedTenant;
let theirs: MarkedTenant;
beforeAll(async () => {
  system = await useSystem();
  const organization = await createOrganization(system);
  ours = await markTenant(system, await createProject(system, organization), 'alphamark');
  sibling = await markTenant(system, await createProject(system, organization), 'gammamark');
  theirs = await markTenant(system, await createTenant(system), 'betamark');
}, 180_000);
afterAll(() => system.stop());

const operations = (): readonly DocumentedOperation[] => ours.api.document.operations;
const ofOneThing = ({ address }: DocumentedOperation): boolean => /\{(?!org|project)\w+\}/.test(address);
const nameOf = ({ method, address }: DocumentedOperation): string => `${method.toUpperCase()} ${address}`;

function ask(operation: DocumentedOperation, address: string, of: MarkedTenant, over: ApiAsk = {}): Promise<Answer> {
  const body = operation.hasBody ? { body: bodyOf(operation, of) } : {};
  const query = { ...queryOf(operation, of), ...over.query };
  return ours.api.request(operation.method.toUpperCase(), address, { ...body, ...over, query });
}

/** Texts that must not appear in responses about our project. */
const foreign = /betamark|gammamark/;

/** All data of a tenant that an intruder could change. */
async function stateOf({ api, ids }: MarkedTenant): Promise<unknown> {
  const { hourly, ...issue } = await api.get(`issues/${ids['issues'] ?? ''}`);
  return { issue, charted: hourly !== undefined, settings: await api.get('settings'), keys: await api.all('keys') };
}

test('every list contains an item that must not leak', () => {
  for (const { marker, ids } of [ours, sibling, theirs]) {
    expect(Object.entries(ids).filter(([, id]) => id === '')).toEqual([]);
    for (const list of ['traces', 'replays', 'metrics', 'users']) expect(ids[list]).toContain(marker);
  }
  expect(operations().length).toBeGreaterThan(30);
});

describe('operations', () => {
  test('on another organization answer 404 and change nothing', async () => {
    const before = await stateOf(theirs);
    for (const operation of operations()) {
      const answers = [
        await ask(operation, addressOf(operation, theirs), theirs),
        await ask(operation, addressOf(operation, theirs, ours), ours),
      ];
      for (const { status, text } of answers) {
        expect([nameOf(operation), status]).toEqual([nameOf(operation), 404]);
        expect(text).not.toMatch(/betamark/);
      }
    }
    expect(await stateOf(theirs)).toEqual(before);
  });

  test('without a valid token answer 401, whether the resource exists or not', async () => {
    for (const operation of operations()) {
      for (const place of [ours, theirs]) {
        for (const token of [null, `slp_${'x'.repeat(43)}`]) {
          const { status, text } = await ask(operation, addressOf(operation, place), place, { token });
          expect([nameOf(operation), status]).toEqual([nameOf(operation), 401]);
          expect(text).not.toMatch(/mark/);
        }
      }
    }
  });

  test('on our project with the ids of others find and change nothing', async () => {
    for (const other of [theirs, sibling]) {
      const before = [await stateOf(ours), await stateOf(other)];
      for (const operation of operations().filter(ofOneThing)) {
        const { status, text } = await ask(operation, addressOf(operation, ours, other), other);
        // A metric is identified by its name; an unknown metric has an empty series.
        const isSeries = operation.address.endsWith('/metrics/{name}');
        expect([nameOf(operation), status]).toEqual([nameOf(operation), isSeries ? 200 : 404]);
        if (isSeries) expect(JSON.parse(text)).toMatchObject({ series: [] });
        else expect(text).not.toMatch(foreign);
      }
      expect([await stateOf(ours), await stateOf(other)]).toEqual(before);
    }
  });

  test('on our issue accept no issue and no fingerprint of others', async () => {
    for (const other of [theirs, sibling]) {
      const before = [await stateOf(ours), await stateOf(other)];
      const [merge, unmerge] = ['merge', 'unmerge'].map((last) =>
        operations().find(({ address }) => address.endsWith(`/${last}`)),
      );
      if (merge === undefined || unmerge === undefined) throw new Error('not documented');
      expect((await ask(merge, addressOf(merge, ours), other)).status).toBe(404);
      expect([404, 422]).toContain((await ask(unmerge, addressOf(unmerge, ours), other)).status);
      expect([await stateOf(ours), await stateOf(other)]).toEqual(before);
    }
  });

  test('return only our data, even if ids are the same', async () => {
    for (const operation of operations().filter((one) => one.method === 'get' && !isForMembers(one))) {
      const { status, text } = await ask(operation, addressOf(operation, ours), ours);
      expect([nameOf(operation), status]).toEqual([nameOf(operation), 200]);
      expect([nameOf(operation), foreign.test(text)]).toEqual([nameOf(operation), false]);
    }
    for (const path of [`traces/${common.trace}`, `replays/${common.replay}`]) {
      const text = JSON.stringify(await ours.api.get(path));
      expect([path, /alphamark/.test(text), foreign.test(text)]).toEqual([path, true, false]);
    }
    const series = JSON.stringify(await ours.api.get(`metrics/${common.metric}`, { groupBy: 'environment' }));
    expect([/env-alphamark/.test(series), foreign.test(series)]).toEqual([true, false]);
    for (const user of await ours.api.all('users')) {
      const text = JSON.stringify(await ours.api.get(`users/${encodeURIComponent(String(user['key']))}`));
      expect([/alphamark/.test(text), foreign.test(text)]).toEqual([true, false]);
    }
  });
});

test('the cursors of others are not accepted', async () => {
  const withCursor = operations().filter(
    ({ method, parameters }) => method === 'get' && parameters.some(({ name }) => name === 'cursor'),
  );
  let tried = 0;
  for (const operation of withCursor) {
    for (const other of [theirs, sibling]) {
      const page = await other.api.request('GET', addressOf(operation, other), { query: { limit: 1 } });
      const { next } = page.json as { next: string | null };
      if (next === null) continue;
      const { status, text } = await ask(operation, addressOf(operation, ours), ours, { query: { cursor: next } });
      const isOrganizations = !operation.address.includes('{project}');
      if (isOrganizations && other === sibling) continue;
      tried++;
      expect([nameOf(operation), status]).toEqual([nameOf(operation), 404]);
      expect(text).not.toMatch(foreign);
    }
  }
  expect(tried).toBeGreaterThanOrEqual(14);
});

test('filters by values of others find none of their data', async () => {
  for (const { marker, ids } of [theirs, sibling]) {
    const queries = [
      ['exceptions', { trace: ids['traces'] }],
      ['exceptions', { replay: ids['replays'] }],
      ['exceptions', { query: marker }],
      ['logs', { trace: ids['traces'] }],
      ['logs', { replay: ids['replays'] }],
      ['logs', { query: marker }],
      ['spans', { trace: ids['traces'] }],
      ['spans', { metric: ids['metrics'] }],
      ['spans', { user: ids['users'] }],
      ['traces', { query: marker }],
      ['issues', { query: marker }],
      ['hits', { session: `session-${marker}` }],
      ['hits', { user: ids['users'] }],
      ['replays', { trace: ids['traces'] }],
      ['users', { query: marker }],
    ] as const;
    for (const [list, query] of queries)
      expect([list, query, await ours.api.all(list, query)]).toEqual([list, query, []]);
  }
});
