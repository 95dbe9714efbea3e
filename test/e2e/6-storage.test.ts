import { beforeAll, describe, expect, test } from '@jest/globals';
import { recently } from './support/clock.js';
import { eventTypes, makeEvent, makeEvents, serialOf, type WireEvent } from './support/events.js';
import { sendAccepted } from './support/send.js';
import { countStored, rowsOf, storedBySerial, tableOf, waitForStored, type Row } from './support/stored.js';
import { createOrganization, createProject, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitForUsage, type UsageRow } from './support/usage.js';

let organization: string;
const system = useSystem();
beforeAll(async () => {
  organization = await createOrganization(system);
}, 120_000);

const newProject = (): Promise<Project> => createProject(system, organization);

test.each(eventTypes)('a %s is stored in its own table and in no other', async (type) => {
  const project = await newProject();
  const events = makeEvents(type, 3);
  await sendAccepted(system.baseUrl, project, events);
  await waitForStored(system, project, 3);
  const counts = await countStored(system, project);
  for (const [name, count] of Object.entries(counts))
    expect([name, count]).toEqual([name, name === tableOf[type] ? 3 : 0]);
  expect([...(await storedBySerial(system, project)).keys()].sort()).toEqual(events.map(serialOf).sort());
  expect(await waitForUsage(system, project, 3)).toEqual({ [`${type} processed`]: 3 });
});

test('event ids are in the order of arrival, and of the batch', async () => {
  const project = await newProject();
  const batches = [makeEvents('log', 3), makeEvents('log', 3), makeEvents('log', 3)];
  for (const batch of batches) await sendAccepted(system.baseUrl, project, batch);
  await waitForStored(system, project, 9);
  const rows = await rowsOf(system, project, 'log');
  const perBatch = [0, 3, 6].map((start) =>
    rows
      .slice(start, start + 3)
      .map((row) => (row['tags'] as Row)['serial'])
      .sort(),
  );
  expect(perBatch).toEqual(batches.map((batch) => batch.map(serialOf).sort()));
  expect(new Set(rows.map((row) => row['id'])).size).toBe(9);
});

test('usage rows have the shape of the documents, and whole UTC hours', async () => {
  const project = await newProject();
  await sendAccepted(system.baseUrl, project, [makeEvent('log'), { type: 'nope' }], {
    tally: { processed: 1, invalid: 1 },
  });
  await waitForUsage(system, project, 2);
  const rows = (await system.sluice('usage', project.path)) as UsageRow[];
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row).toMatchObject({ project: expect.stringContaining(project.slug), count: 1 });
    expect(new Date(row.hour).toISOString().slice(13)).toBe(':00:00.000Z');
  }
}, 40_000);

describe('issues', () => {
  const thrown = (message: string, func: string, over: WireEvent = {}): WireEvent =>
    makeEvent('exception', {
      ...over,
      payload: {
        type: 'TypeError',
        message,
        frames: [
          { file: 'https://example.com/app.js', function: func, line: 10, column: 5, inApp: true },
          { file: 'https://example.com/app.js', function: 'main', line: 99, column: 1, inApp: true },
        ],
        ...(over['payload'] as WireEvent | undefined),
      },
    });

  test('the same failure is one issue, another one is another', async () => {
    const project = await newProject();
    await sendAccepted(system.baseUrl, project, [
      thrown('x is undefined', 'load', { timestamp: recently('01:00') }),
      thrown('x is undefined', 'load', { timestamp: recently('02:00') }),
      thrown('x is undefined', 'save'),
    ]);
    await sendAccepted(system.baseUrl, project, [thrown('x is undefined', 'load', { timestamp: recently('00:30') })]);
    await waitForStored(system, project, 4);
    const issues = await derived('issues', project);
    expect(issues.map((issue) => issue['count']).sort()).toEqual(['1', '3']);
    const big = issues.find((issue) => issue['count'] === '3');
    expect(big).toMatchObject({
      first_seen: new Date(recently('00:30')),
      last_seen: new Date(recently('02:00')),
      title: expect.stringContaining('TypeError'),
    });
  });

  test('every exception’s hash leads to its issue', async () => {
    const project = await newProject();
    await sendAccepted(system.baseUrl, project, [
      thrown('a', 'one'),
      thrown('b', 'two'),
      ...makeEvents('exception', 2),
    ]);
    await waitForStored(system, project, 4);
    const joined = await system.sql<Row>(
      `select e.id, i.id as issue from exceptions e
       join issue_hashes h on h.project_id = e.project_id and h.hash = e.hash
       join issues i on i.project_id = h.project_id and i.id = h.issue_id
       where e.project_id = $1`,
      [project.id],
    );
    expect(joined).toHaveLength(4);
  });

  test('a client’s fingerprint groups', async () => {
    const project = await newProject();
    const printed = (message: string, func: string, fingerprint: unknown): WireEvent =>
      thrown(message, func, { payload: { fingerprint } });
    await sendAccepted(system.baseUrl, project, [
      printed('a', 'one', ['mine']),
      printed('b', 'two', ['mine']),
      printed('a', 'one', ['{{ default }}', 'more']),
      thrown('a', 'one'),
    ]);
    await waitForStored(system, project, 4);
    const counts = (await derived('issues', project)).map((issue) => issue['count']).sort();
    expect(counts).toEqual(['1', '1', '2']);
  });

  test('projects do not share issues', async () => {
    const [one, two] = [await newProject(), await newProject()];
    for (const project of [one, two]) {
      await sendAccepted(system.baseUrl, project, [thrown('same', 'same')]);
      await waitForStored(system, project, 1);
    }
    const ids = [...(await derived('issues', one)), ...(await derived('issues', two))].map((issue) => issue['id']);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('releases (3.5)', () => {
  test('an exception’s release has a row, a log’s has none', async () => {
    const project = await newProject();
    const inRelease = (type: 'exception' | 'log', release: string, timestamp: string): WireEvent =>
      makeEvent(type, { timestamp, contexts: { release } });
    await sendAccepted(system.baseUrl, project, [
      inRelease('exception', '1.0.0', recently('02:00')),
      inRelease('exception', '1.0.0', recently('03:00')),
      inRelease('exception', '1.0.1', recently('02:00')),
      inRelease('log', '2.0.0', recently('02:00')),
    ]);
    await sendAccepted(system.baseUrl, project, [inRelease('exception', '1.0.0', recently('01:00'))]);
    await waitForStored(system, project, 5);
    const releases = await derived('releases', project);
    expect(releases.map((row) => [row['version'], row['exception_count']]).sort()).toEqual([
      ['1.0.0', '3'],
      ['1.0.1', '1'],
    ]);
    expect(releases.find((row) => row['version'] === '1.0.0')).toMatchObject({
      first_seen: new Date(recently('01:00')),
      last_seen: new Date(recently('03:00')),
      ref: null,
      url: null,
      notes: null,
    });
  });

  test('releases are compared exactly', async () => {
    const project = await newProject();
    const versions = ['v1', 'V1', 'v1 ', 'v1.0'];
    await sendAccepted(
      system.baseUrl,
      project,
      versions.map((release) => makeEvent('exception', { contexts: { release } })),
    );
    await waitForStored(system, project, 4);
    expect((await derived('releases', project)).map((row) => row['version']).sort()).toEqual([...versions].sort());
  });
});

function derived(table: string, project: Project): Promise<Row[]> {
  return system.sql<Row>(`select * from ${table} where project_id = $1`, [project.id]);
}
