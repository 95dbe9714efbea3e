import {
  MAX_REFUSED,
  POOL_OF,
  VERDICTS,
  endOfMonth,
  monthOf,
  startOfHour,
  typeOfCode,
  type CountedType,
  type EventType,
  type ValidationIssue,
  type ProjectedProject,
  type RefusedEvent,
  type Verdict,
} from '@sluice/contract';
import type { Allowance, ProjectCaps } from '@sluice/redis';
import { withTimeout } from '@sluice/runtime';
import type { AdmittedBatch } from './admittedBatch.js';
import type { AnswerFacts } from './answerBatch.js';
import type { IncomingBatch } from './identifyBatch.js';

/** The facts that refusals are explained from. */
export interface RefusalFacts extends AnswerFacts {
  readonly project: Pick<ProjectedProject, 'settings'>;
  /** Problems of invalid events, by index. An invalid event without an entry gets a general message. */
  readonly issues: ReadonlyMap<number, ValidationIssue>;
  /** The project's caps in the hour that was charged; `undefined` if they are not known. */
  readonly caps: ProjectCaps | undefined;
}

/** How long a response waits for the caps, in milliseconds. Without them a message does not name the number. */
const CAPS_TIMEOUT_MS = 500;

/**
 * Resolves with the explanations of refused events if the request asked for them (`X-Service-Debug: 1`), otherwise with
 * `undefined`. Reads the project's caps only if spike protection refused an event. Never rejects.
 */
export async function explainIfRequested(
  { project, explain }: IncomingBatch,
  { issues = new Map<number, never>() }: AdmittedBatch,
  facts: AnswerFacts,
  { readCaps }: Pick<Allowance, 'readCaps'>,
): Promise<readonly RefusedEvent[] | undefined> {
  if (!explain) return undefined;
  const { organizationId, projectId } = project;
  const [caps] = needsCaps(facts.verdicts)
    ? await withTimeout(readCaps(organizationId, [projectId], facts.hour), CAPS_TIMEOUT_MS).catch(() => [])
    : [];
  return explainRefusals({ ...facts, project, issues, caps });
}

type Explanation = Pick<RefusedEvent, 'field' | 'message' | 'limit' | 'until'>;

/** Returns the first 20 events that were not processed, in batch order, each with its reason in words. Omits `trace` events. */
export function explainRefusals(facts: RefusalFacts): readonly RefusedEvent[] {
  const refused: RefusedEvent[] = [];
  for (let index = 0; index < facts.verdicts.length && refused.length < MAX_REFUSED; index += 1) {
    const verdict = VERDICTS[facts.verdicts[index] ?? ''];
    const type = typeOfCode(facts.types[index] ?? '');
    if (verdict === undefined || type === undefined || verdict.outcome === 'processed') continue;
    const { outcome, reason } = verdict;
    refused.push({ index, type, outcome, reason, ...explain(verdict, { index, type }, facts) });
  }
  return refused;
}

/** Whether spike protection refused any of the events that are explained. Only these explanations name the caps. */
export const needsCaps = (verdicts: string): boolean => {
  const refused = Array.from(verdicts).filter((code) => (VERDICTS[code]?.outcome ?? 'processed') !== 'processed');
  return refused.slice(0, MAX_REFUSED).some((code) => VERDICTS[code]?.reason === 'spike');
};

function explain(
  { outcome, reason }: Verdict,
  { index, type }: { readonly index: number; readonly type: CountedType },
  facts: RefusalFacts,
): Explanation {
  if (outcome === 'invalid') return facts.issues.get(index) ?? { message: 'is not valid' };
  if (reason === 'sampled') return { message: `Dropped by the project's sample rate sampleRates.${type}.` };
  if (outcome === 'filtered') return FILTERED[reason] ?? { message: 'Dropped by a filter of the project.' };
  return type === 'unknown' ? { message: 'A limit was reached.' } : explainLimit(reason, type, facts);
}

const FILTERED: Readonly<Record<string, Explanation>> = {
  ingestion_off: { message: 'The project does not accept events: its setting ingestion is off.' },
  ip: { message: "The client's address matches the project's setting filters.ips." },
  environment: { field: 'contexts.environment', message: "matches the project's setting filters.environments" },
  release: { field: 'contexts.release', message: "matches the project's setting filters.releases" },
  crawler: { message: 'The User-Agent is a known crawler (setting filters.crawlers).' },
  message: { field: 'payload.message', message: "matches the project's setting filters.messages" },
  browser_extension: { message: 'A browser extension caused the exception (setting filters.browserExtensions).' },
  localhost: { message: 'The page or client is on localhost (setting filters.localhost).' },
  legacy_browser: { message: 'The User-Agent is a legacy browser (setting filters.legacyBrowsers).' },
};

function explainLimit(
  reason: string,
  type: EventType,
  { project, caps, hour, nowMs, backlogSeconds }: RefusalFacts,
): Explanation {
  const endOfHour = new Date(startOfHour(hour + 1)).toISOString();
  switch (reason) {
    case 'backlog': {
      const until = new Date(nowMs + 1_000 * backlogSeconds).toISOString();
      return { message: `The queues are behind: spans and replays are refused. Try again after ${until}.`, until };
    }
    case 'spike':
      return {
        message: `${spikeText(type, caps)} Resets at ${endOfHour}.`,
        ...limitOf(caps?.types[type].spikeCap),
        until: endOfHour,
      };
    case 'hourly_cap':
      return {
        message: `The project's setting eventsPerHour caps exceptions, logs, hits and replays together. Resets at ${endOfHour}.`,
        ...limitOf(project.settings.eventsPerHour),
        until: endOfHour,
      };
    case 'byte_quota':
      return {
        message: `The event would exceed the project's setting bytesPerHour. Resets at ${endOfHour}.`,
        ...limitOf(project.settings.bytesPerHour),
        until: endOfHour,
      };
    default: {
      const until = new Date(endOfMonth(monthOf(startOfHour(hour)))).toISOString();
      // Without the number: the key is public, and the quota belongs to the whole organization.
      return { message: `The organization's quota monthly.${POOL_OF[type]} is used up. Resets at ${until}.`, until };
    }
  }
}

function spikeText(type: EventType, caps: ProjectCaps | undefined): string {
  const rule = 'the sum of the events accepted in the previous two hours, at least 1,000';
  if (caps === undefined) return `Spike protection caps ${type} events per hour: ${rule}.`;
  const { spikeCap, previous } = caps.types[type];
  return `Spike protection caps ${type} events at ${spikeCap} in this hour: ${rule} (${previous.join(' + ')}).`;
}

const limitOf = (limit: number | null | undefined): Pick<Explanation, 'limit'> =>
  limit === null || limit === undefined ? {} : { limit };
