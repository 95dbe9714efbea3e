import { listCaptures, type Capture } from '@sluice/testkit/captures';
import { useResource } from '@sluice/testkit/useResource';
import { connectApi, rowsIn, type ApiClient, type WireObject } from '../api.js';
import { type Answer } from '../http.js';
import { sendEvents } from '../send.js';
import { countStored } from '../stored.js';
import { type System } from '../system.js';
import { createOrganization, createProject, type Project } from '../tenant.js';
import { waitFor } from '../waitFor.js';
import { joinExpectations, type Events, type Expectation } from './expectation.js';
import { readEvents } from './readEvents.js';
import { addressTo, sendCaptures } from './sendCapture.js';

/** The requests of a group, such as those of one SDK, sent twice to a project of their own. */
export interface GroupReplay {
  readonly project: Project;
  readonly api: ApiClient;
  readonly captures: readonly Capture[];
  readonly expected: Expectation;
  readonly answers: readonly Answer[];
  readonly stored: Events;
  readonly stats: WireObject;
  /** The same after all requests were sent again. */
  readonly again: Pick<GroupReplay, 'answers' | 'stored' | 'stats'>;
}

interface Plan {
  readonly expect: (capture: Capture) => Expectation;
  /** The group of a capture; `undefined` if it is not replayed. */
  readonly groupOf: (capture: Capture) => string | undefined;
}

/** Returns the names of the groups, in the order of the captures. */
export const groupsOf = ({ groupOf }: Pick<Plan, 'groupOf'>): string[] => [
  ...new Set(listCaptures().flatMap((capture) => groupOf(capture) ?? [])),
];

/** Replays the captures of a group one after the other, all groups at once, and returns what came of them by group. */
export function useReplays(system: System, plan: Plan): Readonly<Record<string, GroupReplay>> {
  return useResource(
    async () => {
      const organization = await createOrganization(system);
      const captures = listCaptures();
      const replays = groupsOf(plan).map(async (group) => {
        const own = captures.filter((capture) => plan.groupOf(capture) === group);
        const project = await createProject(system, organization);
        return [group, await replay(system, project, { ...plan, captures: own })] as const;
      });
      return Object.fromEntries(await Promise.all(replays));
    },
    undefined,
    120_000,
  );
}

async function replay(
  system: System,
  project: Project,
  { captures: recorded, expect }: Plan & { readonly captures: readonly Capture[] },
): Promise<GroupReplay> {
  const captures = recorded.map((capture) => addressTo(project, capture));
  const expected = joinExpectations(captures.map(expect));
  const api = await connectApi(system, project, 'project:read');
  const { exceptions, spans, logs, segments } = expected;
  const count = exceptions.length + spans.length + logs.length + segments.length;
  const run = async (time: number): Promise<GroupReplay['again']> => {
    const answers = await sendCaptures(system, captures);
    await settled(system, project, count);
    await reported(api, expected);
    const stats = await statsAfter(system, { project, api, time });
    return { answers, stored: await readEvents(api), stats };
  };
  return { project, api, captures, expected, ...(await run(1)), again: await run(2) };
}

/** `name` → items that are not taken, and `category reason` → what SDKs dropped, of a response of `GET stats`. */
export const besidesEventsIn = (stats: WireObject) => ({
  notTaken: Object.fromEntries(rowsIn(stats['notTaken']).map(({ name, count }) => [String(name), Number(count)])),
  dropped: Object.fromEntries(
    rowsIn(stats['droppedBySdks']).map(({ category, reason, count }) => [
      `${String(category)} ${String(reason)}`,
      Number(count),
    ]),
  ),
});

/** Waits until the stats count what has no rows: metrics, and what the requests have besides events (written every two seconds). */
async function reported(api: ApiClient, { notTaken, dropped, metrics }: Expectation): Promise<void> {
  const isReported = (stats: WireObject): boolean => {
    const found = besidesEventsIn(stats);
    const isThere = (expected: Expectation['dropped'], counts: Expectation['dropped']): boolean =>
      Object.entries(expected).every(([name, count]) => (counts[name] ?? 0) >= count);
    const areMetricsStored = (countsIn(stats)['metric processed'] ?? 0) >= metrics.length;
    return areMetricsStored && isThere(notTaken, found.notTaken) && isThere(dropped, found.dropped);
  };
  await waitFor(async () => isReported(await api.get('stats')), { what: 'counts', timeoutMs: 8_000 }).catch(
    () => undefined,
  );
}

/**
 * Reads the stats when they contain everything up to now: after an invalid event that each gateway counts last.
 * @param time which call for the project this is, from 1
 */
async function statsAfter(
  system: System,
  { project, api, time }: Pick<GroupReplay, 'project' | 'api'> & { readonly time: number },
): Promise<WireObject> {
  for (const gateway of system.gatewayUrls) await sendEvents(gateway, project, [{ type: 'last' }]);
  const last = system.gatewayUrls.length * time;
  return api.until('stats', {}, (stats) => countsIn(stats)['unknown invalid'] === last);
}

/** `type outcome` → events of a response of `GET stats`. */
export function countsIn(stats: WireObject): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rowsIn(stats['data'])) {
    for (const outcome of ['received', 'processed', 'filtered', 'invalid', 'rateLimited', 'quotaExceeded']) {
      const name = `${String(row['type'])} ${outcome}`;
      counts[name] = (counts[name] ?? 0) + Number(row[outcome]);
    }
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** The counts of events that a project got besides the last ones. */
export const eventCountsIn = (stats: WireObject): Record<string, number> =>
  Object.fromEntries(Object.entries(countsIn(stats)).filter(([name]) => !name.startsWith('unknown ')));

/** Waits until this many events are stored. Too few are not an error here: tests say which ones are missing. */
async function settled(system: System, project: Project, count: number): Promise<void> {
  const isStored = async (): Promise<boolean> => {
    const counts = await countStored(system, project);
    return Object.values(counts).reduce((sum, one) => sum + one, 0) >= count;
  };
  await waitFor(isStored, { what: 'events', timeoutMs: 5_000 }).catch(() => undefined);
}
