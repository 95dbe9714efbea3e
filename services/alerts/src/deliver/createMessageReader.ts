import type { AlertMessage } from '@sluice/alerts';
import { keepsIncidents } from '@sluice/contract';
import {
  readAlertedIssues,
  readAlertPlace,
  readDeliveryFirings,
  readMemberNames,
  readOpenIncidents,
  readRuleNames,
  type AlertDestination,
  type AlertedIssue,
  type ClaimedDelivery,
  type Database,
  type DeliveredFiring,
} from '@sluice/db';
import type { Clock, Logger } from '@sluice/runtime';
import { composeMessage, testMessage, type ReportedIssue } from './composeMessage.js';
import type { CulpritReader, LocatedCulprit } from './createCulpritReader.js';
import { pageUrls } from './pageUrls.js';

/** Issues of a message whose culprits are resolved; a message lists ten. */
const MOST_CULPRITS = 20;

/** Dependencies of composing messages. */
export interface MessageReaderDeps {
  readonly db: Database;
  readonly culprits: CulpritReader;
  /** `undefined`: messages have no links. */
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Composes the message of a delivery from what is stored now; `undefined` if nothing is left to say. */
export type MessageReader = (
  delivery: ClaimedDelivery,
  destination: Pick<AlertDestination, 'name' | 'kind'>,
) => Promise<AlertMessage | undefined>;

/** Creates a reader. */
export function createMessageReader(deps: MessageReaderDeps): MessageReader {
  const { db, publicUrl, clock } = deps;
  return async (delivery, destination) => {
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
    // A receiver may have an open incident of what fired: its end is all that a deleted project still reports.
    const firings = isDeleted ? all.filter(({ state }) => state === 'recovered') : all;
    if (firings.length === 0) return undefined;
    const names = await readRuleNames(
      db,
      firings.map(({ ruleId }) => ruleId),
    );
    const issues = await readIssues(deps, delivery.projectId, firings);
    const tellsAllSeries = keepsIncidents(destination.kind);
    const report = firings.map(({ ruleId, ...firing }) => ({
      ...firing,
      rule: { id: ruleId, name: names.get(ruleId) ?? 'A deleted rule' },
    }));
    return composeMessage({ ...about, firings: report, issues, tellsAllSeries });
  };
}

const issueIdOf = ({ subject }: DeliveredFiring): string | undefined => /^issue:(.+)$/.exec(subject)?.[1];

async function readIssues(
  { db, culprits, logger }: MessageReaderDeps,
  projectId: string,
  firings: readonly DeliveredFiring[],
): Promise<ReadonlyMap<string, ReportedIssue>> {
  const ids = firings.map(issueIdOf).filter((id) => id !== undefined);
  const issues = await readAlertedIssues(db, projectId, ids);
  const frequent = [...issues.values()].sort((a, b) => b.count - a.count).slice(0, MOST_CULPRITS);
  const [located, names] = await Promise.all([
    culprits(
      db,
      projectId,
      frequent.map(({ latestEventId }) => latestEventId),
    ).catch((error: unknown): ReadonlyMap<string, LocatedCulprit> => {
      // A message without a source line is better than none.
      logger.debug({ err: error }, 'culprits could not be read');
      return new Map();
    }),
    readMemberNames(
      db,
      [...issues.values()].map(({ assigneeId }) => assigneeId).filter((id) => id !== null),
    ),
  ]);
  const environments = new Map(firings.map((firing) => [issueIdOf(firing), firing.details['environment']]));
  return new Map(
    [...issues].map(([id, issue]) => [
      id,
      toReported(issue, {
        culprit: located.get(issue.latestEventId),
        environment: environments.get(id),
        assignee: issue.assigneeId === null ? undefined : names.get(issue.assigneeId),
      }),
    ]),
  );
}

interface IssueContext {
  readonly culprit: LocatedCulprit | undefined;
  readonly environment: unknown;
  readonly assignee: string | undefined;
}

const toReported = (issue: AlertedIssue, { culprit, environment, assignee }: IssueContext): ReportedIssue => ({
  ...{ id: issue.id, title: issue.title, level: issue.level, events: issue.count, users: issue.users },
  isOther: issue.isOther,
  ...{ firstRelease: issue.firstRelease, lastRelease: issue.lastRelease, assignee: assignee ?? null },
  culprit: culprit?.text ?? issue.culprit,
  sourceLine: culprit?.sourceLine ?? null,
  environment: typeof environment === 'string' ? environment : null,
});
