import { keepsIncidents } from '@sluice/contract';
import type { Database } from '@sluice/db';
import type { AlertMessage } from '../alertMessage.js';
import { type ReportedIssue, composeMessage, testMessage } from '../compose/composeMessage.js';
import type { ClaimedDelivery } from '../sql/deliveries/claimDeliveries.js';
import { type DeliveredFiring, readDeliveryFirings, readRuleNames } from '../sql/deliveries/deliveries.js';
import type { AlertDestination } from '../sql/deliveries/destination.js';
import { readAlertPlace, readAlertedIssues, readMemberNames } from '../sql/deliveries/messageFacts.js';
import { readOpenIncidents } from '../sql/deliveries/openIncidents.js';
import { pageUrls } from '../words/pageUrls.js';
import type { LocatedCulprit } from './createCulpritReader.js';
import type { DeliveryDeps } from './sending.js';

/** What composing a message depends on. */
type MessageDeps = Pick<DeliveryDeps, 'db' | 'culprits' | 'publicUrl' | 'clock' | 'logger'>;

/** Composes the message of a delivery from what is stored now; `undefined` if nothing is left to report. */
export async function readMessage(
  deps: MessageDeps,
  delivery: Pick<ClaimedDelivery, 'projectId' | 'id' | 'destinationId' | 'kind' | 'target'>,
  destination: Pick<AlertDestination, 'name' | 'kind'>,
): Promise<AlertMessage | undefined> {
  const { db, publicUrl, clock } = deps;
  const place = await readAlertPlace(db, delivery.projectId);
  if (place === undefined) return undefined;
  const { organization, project, isDeleted } = place;
  const pages =
    publicUrl === undefined ? undefined : pageUrls(publicUrl, isDeleted ? { organization, project: null } : place);
  const about = { id: delivery.id, organization, project, pages, nowMs: clock() };
  if (delivery.kind === 'test') return isDeleted ? undefined : testMessage(about, destination.name);
  const all =
    delivery.target === null
      ? await readDeliveryFirings(db, delivery)
      : await readOpenIncidents(db, delivery, new Date(clock()));
  // Receivers may have open incidents: recoveries are all that a deleted project still reports.
  const firings = isDeleted ? all.filter(({ state }) => state === 'recovered') : all;
  if (firings.length === 0) return undefined;
  const names = await readRuleNames(
    db,
    firings.map(({ ruleId }) => ruleId),
  );
  const issues = await readIssues(db, delivery.projectId, firings);
  const reportsAllSeries = keepsIncidents(destination.kind);
  const report = firings.map(({ ruleId, ...firing }) => ({
    ...firing,
    rule: { id: ruleId, name: names.get(ruleId) ?? 'A deleted rule' },
  }));
  const compose = (located: LocatedCulprits): AlertMessage =>
    composeMessage({ ...about, firings: report, issues: withCulprits(issues, located), reportsAllSeries });
  // Only what is listed needs a culprit, and the message itself says which issues these are.
  const listed = compose(new Map()).items.flatMap((item) => issues.get(issueIdOf(item) ?? '')?.latestEventId ?? []);
  return compose(await readCulprits(deps, delivery.projectId, listed));
}

type LocatedCulprits = ReadonlyMap<string, LocatedCulprit>;

const issueIdOf = ({ subject }: Pick<DeliveredFiring, 'subject'>): string | undefined =>
  /^issue:(.+)$/.exec(subject)?.[1];

/** Issues by id: what a message reports with the culprit as sent, and the event whose frames have another one. */
type Issues = ReadonlyMap<string, { readonly reported: ReportedIssue; readonly latestEventId: string }>;

async function readIssues(db: Database, projectId: string, firings: readonly DeliveredFiring[]): Promise<Issues> {
  const ids = firings.map(issueIdOf).filter((id) => id !== undefined);
  const issues = await readAlertedIssues(db, projectId, ids);
  const names = await readMemberNames(
    db,
    [...issues.values()].flatMap(({ assigneeId }) => assigneeId ?? []),
  );
  const environments = new Map(firings.map((firing) => [issueIdOf(firing), firing.details['environment']]));
  return new Map(
    [...issues].map(([id, { assigneeId, latestEventId, ...issue }]) => {
      const environment = environments.get(id);
      const reported = {
        ...issue,
        assignee: names.get(assigneeId ?? '') ?? null,
        sourceLine: null,
        environment: typeof environment === 'string' ? environment : null,
      };
      return [id, { reported, latestEventId }];
    }),
  );
}

async function readCulprits(
  { db, culprits, logger }: MessageDeps,
  projectId: string,
  eventIds: readonly string[],
): Promise<LocatedCulprits> {
  try {
    return await culprits(db, projectId, eventIds);
  } catch (error) {
    // A message without a source line is better than none.
    logger.debug({ err: error }, 'culprits could not be read');
    return new Map();
  }
}

const withCulprits = (issues: Issues, located: LocatedCulprits): ReadonlyMap<string, ReportedIssue> =>
  new Map(
    [...issues].map(([id, { reported, latestEventId }]) => {
      const { text = null, sourceLine = null } = located.get(latestEventId) ?? {};
      return [id, { ...reported, culprit: text ?? reported.culprit, sourceLine }];
    }),
  );
