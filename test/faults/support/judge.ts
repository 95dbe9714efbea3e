import { type Tally } from '../../e2e/support/send.js';
import { addTallies, type SentBatch } from './load.js';

/** The stored state of a project when the system is idle. */
export interface Observed {
  /** Serial → all places where it is stored: a table name, or `dead letter`. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** Rows of all event tables. */
  readonly rows: number;
  /** Number of events in dead letters. */
  readonly letters: number;
  /** Number of events that erasures deleted or kept from being stored; they are in no place. */
  readonly erased: number;
  readonly usage: Tally;
}

export interface Judging {
  /**
   * Batches whose events this fault may lose: Redis lost its last second, and with it the jobs of some of the batch's
   * types.
   */
  readonly mayBeLost?: (batch: SentBatch) => boolean;
  /** Batches with events that an erasure covers: those are in no place, and the sum of `erased` must explain them. */
  readonly mayBeErased?: (batch: SentBatch) => boolean;
  /** Clients exceeded limits: the number of processed events of a batch without a response is unknown. */
  readonly limited?: boolean;
}

/**
 * The client's ledger against what is stored; every sentence names an event or a sum that is not as promised. In the
 * order of sending, sums last. Empty where every promise was kept:
 *
 * - acknowledged ⊆ stored ∪ dead-lettered ∪ erased, and no more of a batch than its tally says;
 * - refused ∩ stored = ∅; of a batch of unknown end all or nothing;
 * - no serial twice, none that was never sent;
 * - tallies = usage = rows + dead letters + erased events.
 */
export function judge(batches: readonly SentBatch[], observed: Observed, judging: Judging = {}): readonly string[] {
  const ordered = [...batches].sort((a, b) => a.number - b.number);
  const sent = new Set(ordered.flatMap(({ serials }) => serials));
  const strangers = [...observed.places.keys()].filter((serial) => !sent.has(serial));
  return [
    ...ordered.flatMap((batch) => differencesIn(batch, observed, judging)),
    ...strangers.map((serial) => `event ${serial}: was never sent, and is in ${placesOf(observed, serial).join(', ')}`),
    ...differentSums(ordered, observed, judging),
  ];
}

const placesOf = ({ places }: Observed, serial: string): readonly string[] => places.get(serial) ?? [];

function differencesIn(batch: SentBatch, observed: Observed, judging: Judging): string[] {
  const where = batch.serials.map((serial) => placesOf(observed, serial));
  const found = where.filter((places) => places.length > 0).length;
  const nameOf = (index: number): string =>
    `event ${index + 1} of ${batch.serials.length} of batch ${batch.number} (${batch.fate}, ${batch.serials[index] ?? ''})`;
  const twice = where.flatMap((places, index) =>
    places.length > 1 ? [`${nameOf(index)}: is in ${places.join(' and ')}`] : [],
  );
  if (isRight(batch, found, judging)) return twice;
  const wanted = wantedOf(batch);
  // The first one whose place differs from the others.
  const odd = where.findIndex((places) => (batch.fate === 'refused' ? places.length > 0 : places.length === 0));
  return [...twice, `${nameOf(Math.max(0, odd))}: ${wanted} of the batch must be there, ${found} are`];
}

function isRight(batch: SentBatch, found: number, { mayBeLost, mayBeErased, limited }: Judging): boolean {
  const all = batch.serials.length;
  const most = batch.fate === 'unknown' ? all : (batch.processed ?? all);
  if (batch.fate !== 'refused' && mayBeErased?.(batch) === true) return found <= most;
  if (mayBeLost?.(batch) === true) return found <= most;
  switch (batch.fate) {
    case 'acknowledged':
      return batch.processed === undefined || found === batch.processed;
    case 'refused':
      return found === 0;
    case 'unknown':
      return limited === true || found === 0 || found === all;
  }
}

function wantedOf({ fate, processed, serials }: SentBatch): string {
  if (fate === 'acknowledged') return String(processed);
  return fate === 'refused' ? 'none' : `all ${serials.length} or none`;
}

function differentSums(batches: readonly SentBatch[], observed: Observed, { mayBeLost }: Judging): string[] {
  const { rows, letters, erased, usage, places } = observed;
  const differences: string[] = [];
  const check = (isRightNow: boolean, sentence: string): void => {
    if (!isRightNow) differences.push(sentence);
  };
  check(
    usage.processed === rows + letters + erased,
    `usage says ${usage.processed} processed, ${rows} rows, ${letters} letters and ${erased} erased events`,
  );
  check(places.size === rows + letters, `${places.size} serials are in ${rows} rows and ${letters} letters`);
  // A fault that may lose events may also lose refusals: both were counted in the same Redis.
  const safe = batches.filter((batch) => mayBeLost?.(batch) !== true);
  const tallied = addTallies(safe.map((batch) => batch.tallied));
  const isExact = batches.every(({ ambiguous }) => !ambiguous) && mayBeLost === undefined;
  for (const outcome of ['processed', 'filtered', 'rate_limited', 'quota_exceeded', 'invalid'] as const) {
    const isKept = isExact ? usage[outcome] === tallied[outcome] : usage[outcome] >= tallied[outcome];
    check(isKept, `tallies say ${tallied[outcome]} ${outcome}, usage says ${usage[outcome]}`);
  }
  return differences;
}
