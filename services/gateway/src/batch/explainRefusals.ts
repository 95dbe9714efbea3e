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
import type { AdmittedBatch } from '../admission/admitEvents.js';
import type { HoldOffFacts } from './computeHoldOffs.js';
import type { IncomingBatch } from './identifyBatch.js';

/** What refusals are explained from, beside the verdicts. */
export interface RefusalFacts extends HoldOffFacts {
  readonly project: Pick<ProjectedProject, 'settings'>;
  /** What is wrong with invalid events, by index; an invalid event without an entry gets a general message. */
  readonly issues: ReadonlyMap<number, ValidationIssue>;
  /** The project's caps in the hour that was charged; `undefined`: not known. */
  readonly caps: ProjectCaps | undefined;
}

/** How long an answer waits for the caps, in milliseconds. Without them a message does not name the number. */
const CAPS_TIMEOUT_MS = 500;

const NO_ISSUES: RefusalFacts['issues'] = new Map<number, never>();

/** A batch and what admission found wrong with its events. */
export interface ExplainedBatch {
  readonly batch: IncomingBatch;
  readonly issues: AdmittedBatch['issues'];
}

/**
 * Resolves with the explanations that the request asked for (`X-Service-Debug: 1`); `undefined` if it did not ask. Reads the
 * project's caps only if spike protection refused an event. Never rejects.
 */
export async function explainIfRequested(
  { batch: { project, explain }, issues = NO_ISSUES }: ExplainedBatch,
  facts: HoldOffFacts,
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

/** The first 20 events that were not processed, in batch order, each with its reason in words. `trace` events are left out. */
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

/** Whether spike protection refused any of the events that are explained: only then the caps are needed. */
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
  return type === 'unknown' ? { message: 'A limit was met.' } : explainLimit(reason, type, facts);
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
      // The number is not named: the key is public, and the quota is the whole organization's.
      return { message: `The organization's quota monthly.${POOL_OF[type]} was met. Resets at ${until}.`, until };
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
