import { VERDICTS, decodeEntryName, hourOf, typeOfCode } from '@sluice/contract';
import type { NewRefusedSample, RefusedKeyCount, RefusedOriginCount, SdkCount } from '@sluice/accounting';
import { periodicTask, runAll, runCooperatively, type Clock, type Component, type Logger } from '@sluice/runtime';
import { randomUUID } from 'node:crypto';
import type { AdmittedBatch, InvalidEvent } from '../batch/admittedBatch.js';
import type { CompiledProject } from '../settings/compileProject.js';
import type { ChangedCounts } from './changedCounts.js';
import { MAX_SAMPLED_BYTES, describeSample } from './describeSample.js';
import { createRefusedKeys } from './refusedKeys.js';
import { createRefusedOrigins } from './refusedOrigins.js';
import { createSampleBudget } from './sampleBudget.js';
import { createSdkCounts, type SdkItems } from './sdkCounts.js';

/**
 * What people see besides counts of events: samples of refused events, refused origins, disabled keys in use, and what Sentry SDKs
 * sent or dropped besides events.
 */
export interface Refusals extends Component {
  /** Whether invalid events of a project may be sampled now: then admission keeps the first of each reason. */
  readonly wantsInvalid: (project: CompiledProject) => boolean;
  /** Samples a decided batch: at most one event of each reason, entry of a filter, and second. @param verdicts one character for each event */
  readonly sample: (project: CompiledProject, admitted: AdmittedBatch, verdicts: string) => void;
  /** Counts a request that was refused because of its origin. @param source `Origin`, or `Referer` without an `Origin` */
  readonly countOrigin: (projectId: string, source: string | undefined) => void;
  /** Counts a request that was refused because its key is disabled. @param key name of a key that exists */
  readonly countDisabledKey: (key: string) => void;
  /** Counts what an accepted request of a Sentry SDK has besides events. */
  readonly countSdkItems: (projectId: string, items: SdkItems) => void;
}

/** Dependencies. The functions that store reject while PostgreSQL is unavailable. */
export interface RefusalsDeps {
  readonly storeSamples: (samples: readonly NewRefusedSample[]) => Promise<void>;
  /** Stores absolute counts of one run of a gateway. */
  readonly storeOrigins: (gateway: string, counts: readonly RefusedOriginCount[]) => Promise<void>;
  /** Stores absolute counts of one run of a gateway. */
  readonly storeKeys: (gateway: string, counts: readonly RefusedKeyCount[]) => Promise<void>;
  /** Stores absolute counts of one run of a gateway. */
  readonly storeSdkCounts: (gateway: string, counts: readonly SdkCount[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Interval of writes in milliseconds. A killed gateway loses the samples and counts since its last write. */
const PERIOD_MS = 2_000;

/** Samples that wait while PostgreSQL is unavailable; further ones are dropped. */
const MAX_WAITING = 100;

/** Verdict of the address filter: an address that is not wanted must not be stored with what it sent. */
const NEVER_SAMPLED = 'h';

interface Taken extends Omit<NewRefusedSample, 'event'> {
  /** The event as queued or as received; `undefined` if it is too large. */
  readonly json: Buffer | undefined;
}

/** Returns refusals that are kept in memory and stored every two seconds. `stop` writes the last ones. */
export function createRefusals(deps: RefusalsDeps): Refusals {
  const { storeSamples, storeOrigins, storeKeys, storeSdkCounts, clock, logger } = deps;
  const gateway = randomUUID();
  const origins = createRefusedOrigins();
  const keys = createRefusedKeys();
  const sdkCounts = createSdkCounts();
  const budget = createSampleBudget(clock);
  let waiting: Taken[] = [];
  const flushSamples = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    const samples: NewRefusedSample[] = [];
    for (const { json, ...sample } of taken) samples.push({ ...sample, event: await textOf(json) });
    await storeSamples(samples);
  };
  const flush = (): Promise<void> =>
    runAll([
      flushSamples,
      () => flushCounts(origins, (counts) => storeOrigins(gateway, counts)),
      () => flushCounts(keys, (counts) => storeKeys(gateway, counts)),
      () => flushCounts(sdkCounts, (counts) => storeSdkCounts(gateway, counts)),
    ]);
  const loop = periodicTask('store refusals', PERIOD_MS, logger, flush);
  return {
    wantsInvalid: ({ projectId, settings }) =>
      settings.refusedSamples &&
      waiting.length < MAX_WAITING &&
      INVALID.some((code) => budget.hasRoom(projectId, code)),
    sample: ({ projectId, settings }, admitted, verdicts) => {
      if (!settings.refusedSamples || !REFUSED.test(verdicts)) return;
      for (const { code, index, entry, invalid } of candidatesOf(admitted, verdicts)) {
        const verdict = VERDICTS[code];
        if (verdict === undefined || waiting.length >= MAX_WAITING || !budget.take(projectId, code, entry)) continue;
        const json = invalid === undefined ? admitted.serialized[index]?.json : invalid.json;
        waiting.push({
          ...verdict,
          projectId,
          id: randomUUID(),
          atMs: clock(),
          type: typeOfCode(admitted.types[index] ?? '') ?? 'unknown',
          entry: entry === undefined ? null : decodeEntryName(entry),
          field: invalid?.issue.field ?? null,
          problem: invalid?.issue.message ?? null,
          // A copy: the bytes may be a view of a whole request.
          json: json === undefined || json.length > MAX_SAMPLED_BYTES ? undefined : Buffer.from(json),
        });
      }
    },
    countOrigin: (projectId, source) => origins.count(projectId, source, hourOf(clock())),
    countDisabledKey: (key) => keys.count(key, hourOf(clock())),
    countSdkItems: (projectId, items) => sdkCounts.count(projectId, items, hourOf(clock())),
    start: loop.start,
    stop: async () => {
      await loop.stop();
      await flush().catch((error: unknown) => logger.warn({ err: error }, 'the last refusals were not stored'));
    },
  };
}

/** Stores the counts that changed; those that could not be stored change again. */
async function flushCounts<Count>(
  changed: ChangedCounts<Count>,
  store: (counts: readonly Count[]) => Promise<void>,
): Promise<void> {
  const counts = changed.takeChanged();
  try {
    await store(counts);
  } catch (error) {
    changed.restore(counts);
    throw error;
  }
}

const REFUSED = /[^p-]/;

const INVALID = Object.keys(VERDICTS).filter((code) => VERDICTS[code]?.outcome === 'invalid');

/** A refused event of a batch that may be sampled. */
interface Candidate {
  readonly code: string;
  readonly index: number;
  /** The encoded name of the filter's entry that dropped it. */
  readonly entry?: string;
  readonly invalid?: InvalidEvent;
}

/** Returns the first refused event of each verdict, and of each entry of a filter. */
function candidatesOf({ invalid, entryFirsts }: AdmittedBatch, verdicts: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const named = new Set<string>();
  for (const [name, index] of entryFirsts ?? []) {
    const [code = '', entry = ''] = name.split(':');
    if (verdicts[index] !== code) continue;
    named.add(code);
    candidates.push({ code, index, entry });
  }
  for (const code of new Set(verdicts)) {
    const verdict = VERDICTS[code];
    if (verdict === undefined || verdict.outcome === 'processed' || named.has(code)) continue;
    if (verdict.outcome !== 'invalid') candidates.push({ code, index: verdicts.indexOf(code) });
    else {
      const event = invalid?.get(code);
      if (event !== undefined) candidates.push({ code, index: event.index, invalid: event });
    }
  }
  return candidates.filter(({ code }) => code !== NEVER_SAMPLED);
}

const TOO_LARGE = JSON.stringify({ note: `The event is larger than ${MAX_SAMPLED_BYTES} bytes and was not sampled.` });

const textOf = (json: Buffer | undefined): Promise<string> =>
  json === undefined ? Promise.resolve(TOO_LARGE) : runCooperatively(describeSample(json));
