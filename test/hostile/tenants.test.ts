import { beforeAll, describe, expect, test } from '@jest/globals';
import { rowsIn, type ApiAsk } from '../e2e/support/api.js';
import { isForMembers, type DocumentedOperation } from '../e2e/support/apiDocument.js';
import { type Answer } from '../e2e/support/http.js';
import { createOrganization, createProject, createTenant } from '../e2e/support/tenant.js';
import { useSystem } from '../e2e/support/useSystem.js';
import { addressOf, bodyOf, common, markTenant, queryOf, type MarkedTenant } from './support/markedTenant.js';

let ours: MarkedTenant;
/** A project of the same organization: the token is valid for it, but its data belongs to another project. */
let sibling: MarkedTenant;
let theirs: MarkedTenant;
const system = useSystem();
beforeAll(async () => {
  const organization = await createOrganization(system);
  ours = await markTenant(system, await createProject(system, organization), 'alphamark');
  sibling = await markTenant(system, await createProject(system, organization), 'gammamark');
  theirs = await markTenant(system, await createTenant(system), 'betamark');
}, 180_000);

const operations = (): readonly DocumentedOperation[] => ours.api.document.operations;
const ofOneThing = ({ address }: DocumentedOperation): boolean => /\{(?!org|project)\w+\}/.test(address);
const nameOf = ({ method, address }: DocumentedOperation): string => `${method.toUpperCase()} ${address}`;

/** Texts that must not appear in responses about our project. */
const foreign = /betamark|gammamark/;

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
        if (isShared(operation) && other === sibling) continue;
        const { status, text } = await ask(operation, addressOf(operation, ours, other), other);
        // A metric is identified by its name and a user by a key: unknown ones have an empty series or list.
        const empty = emptyOf(operation);
        const refused = isForMembers(operation) ? 403 : 404;
        expect([nameOf(operation), status]).toEqual([nameOf(operation), empty === undefined ? refused : 200]);
        if (empty !== undefined) expect(JSON.parse(text)).toMatchObject(empty);
        else expect(text).not.toMatch(foreign);
      }
      expect([await stateOf(ours), await stateOf(other)]).toEqual(before);
    }
  });

  test('on our issue accept no issue and no fingerprint of others', async () => {
    for (const other of [theirs, sibling]) {
      const before = [await stateOf(ours), await stateOf(other)];
      const [merge, unmerge, changes] = ['merge', 'unmerge', 'issues/changes'].map((last) =>
        operations().find(({ address }) => address.endsWith(`/${last}`)),
      );
      if (merge === undefined || unmerge === undefined || changes === undefined) throw new Error('not documented');
      const changed = await ask(changes, addressOf(changes, ours), other);
      expect(changed.json).toEqual({ data: [{ id: other.ids['issues'], outcome: 'not_found' }] });
      expect((await ask(merge, addressOf(merge, ours), other)).status).toBe(404);
      expect([404, 422]).toContain((await ask(unmerge, addressOf(unmerge, ours), other)).status);
      expect([await stateOf(ours), await stateOf(other)]).toEqual(before);
    }
  });

  test('return only our data, even if ids are the same', async () => {
    for (const operation of operations().filter(
      (one) => one.method === 'get' && !isForMembers(one) && !isShared(one),
    )) {
      const { status, text } = await ask(operation, addressOf(operation, ours), ours);
      expect([nameOf(operation), status]).toEqual([nameOf(operation), 200]);
      expect([nameOf(operation), foreign.test(text)]).toEqual([nameOf(operation), false]);
    }
    const shared = [`traces/${common.trace}`, `replays/${common.replay}`, `replays/${common.replay}/segments/0`];
    const parts = [`traces/${common.trace}/spans`, `traces/${common.trace}/spans/root`];
    for (const path of [...shared, ...parts]) {
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

/** Returns a cursor of a list of `of`; null if the list has no second page. */
async function cursorOf(operation: DocumentedOperation, of: MarkedTenant): Promise<string | null> {
  // Its pages have many thousands of logs, so this is what the second one would be.
  if (operation.address.endsWith('/logs/histogram')) {
    const cursor = [of.project.id, 'log histogram', of.ids['logs']];
    return Buffer.from(JSON.stringify(cursor)).toString('base64url');
  }
  const { status, text, json } = await of.api.request('GET', addressOf(operation, of), { query: { limit: 1 } });
  if (status !== 200) throw new Error(`${nameOf(operation)} answered ${status}: ${text}`);
  return (json as { next: string | null }).next;
}

test('the cursors of others are not accepted', async () => {
  const withCursor = operations().filter(
    (one) => one.method === 'get' && !isForMembers(one) && one.parameters.some(({ name }) => name === 'cursor'),
  );
  let tried = 0;
  // The inbox is that of a user, and the token belongs to none.
  for (const operation of withCursor.filter(({ address }) => !address.endsWith('/alerts/inbox'))) {
    for (const other of [theirs, sibling]) {
      const next = await cursorOf(operation, other);
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

function ask(operation: DocumentedOperation, address: string, of: MarkedTenant, over: ApiAsk = {}): Promise<Answer> {
  const body = operation.hasBody ? { body: bodyOf(operation, of) } : {};
  const query = { ...queryOf(operation, of), ...over.query };
  return ours.api.request(operation.method.toUpperCase(), address, { ...body, ...over, query });
}

/** What an operation answers about something that does not exist; `undefined` if it answers 404. */
function emptyOf({ address }: DocumentedOperation): object | undefined {
  if (address.endsWith('/metrics/{name}')) return { series: [] };
  return /\/(?:metrics\/\{name\}\/traces|users\/\{key\}\/timeline)$/.test(address) ? { data: [] } : undefined;
}

/** All data of a tenant that an intruder could change. */
async function stateOf({ api, ids }: MarkedTenant): Promise<unknown> {
  const place = `issues/${ids['issues'] ?? ''}`;
  const { hourly, ...issue } = await api.get(place);
  const { erasures } = await api.get('erasures');
  return {
    issue,
    charted: hourly !== undefined,
    comments: await api.get(`${place}/comments`),
    history: await api.all(`${place}/history`),
    settings: await api.get('settings'),
    keys: await api.all('keys'),
    releases: (await api.all('releases')).map(({ version, ref }) => [version, ref]),
    lifted: rowsIn((await api.get('caps'))['types']).map(({ lifted }) => lifted),
    // Their state changes in the background.
    erasures: rowsIn(erasures).map(({ id }) => id),
  };
}

/** Alerts of an organization: a token of one of its projects reads and writes those of all. */
function isShared({ address }: DocumentedOperation): boolean {
  return address.startsWith('/api/0/organizations/{org}/alerts/');
}
