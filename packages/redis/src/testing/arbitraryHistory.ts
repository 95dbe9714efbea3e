import { encodeEntryCounts, EVENT_TYPES, POOLS, type EventType, type Pool } from '@sluice/contract';
import fc from 'fast-check';

/** A call of `spend`, with everything chosen but the time. */
export interface Send {
  readonly kind: 'send';
  readonly batch: number;
  readonly call: number;
  readonly projectId: string;
  readonly types: string;
  readonly verdicts: string;
  readonly entries: string;
  readonly spikeProtection: boolean;
  /** Types with a lift, and in how many hours: it may be over or not have begun. */
  readonly lifted: { readonly types: readonly EventType[]; readonly inHours: number } | null;
  readonly sizes: readonly number[];
  readonly eventsPerHour: number | null;
  readonly bytesPerHour: number | null;
  readonly monthly: Readonly<Record<Pool, number | null>>;
  /** Batches of the same bytes from two windows have two ids. */
  readonly window: number;
  /** Whether it comes from a gateway's disk, and whether its window has passed by then. */
  readonly spooled: 'no' | 'in time' | 'late';
}

/** Possible events in the life of an organization's allowance. */
export type Step =
  | Send
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'turn'; readonly of: 'hour' | 'month'; readonly offsetMs: number }
  | { readonly kind: 'undo'; readonly batch: number; readonly call: number }
  | { readonly kind: 'drain' }
  | { readonly kind: 'lose'; readonly keepsJobs: boolean }
  | { readonly kind: 'seed'; readonly isProvisional: boolean }
  | { readonly kind: 'completeSeed'; readonly isStale: boolean }
  | { readonly kind: 'reanchor'; readonly pool: Pool; readonly hoursBack: number; readonly isStale: boolean }
  | { readonly kind: 'forget'; readonly hoursBack: number; readonly isStale: boolean }
  | { readonly kind: 'expire'; readonly batch: number };

/** Events stored before the history begins. */
interface Past {
  readonly projectId: string;
  readonly type: string;
  readonly count: number;
  readonly agoMs: number;
}

/** A beginning and what happens then. */
export interface History {
  readonly startMs: number;
  readonly past: readonly Past[];
  readonly steps: readonly Step[];
}

const HOUR_MS = 3_600_000;
const projectId = fc.constantFrom('71', '72');
const typeCode = fc.constantFrom('e', 'l', 's', 'h', 'r', 'm');
const batch = fc.nat({ max: 3 });
const call = fc.nat({ max: 2 });
const isStale = fc.integer({ min: 0, max: 5 }).map((chance) => chance === 5);

const event = fc.oneof(
  { weight: 8, arbitrary: typeCode.map((type) => [type, '.'] as const) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('e', 'l', 's', 'h', 'r', 'm', 'u'),
      fc.constantFrom(...Array.from('abcdefghijklmnoqr')),
    ),
  },
  { weight: 1, arbitrary: fc.constant(['-', '-'] as const) },
);
/** Encoded names of entries: ordinary, and with everything that encoding leaves as it is. */
const entry = fc.constantFrom('dev-*', '10.0.0.0%2F8', "(x)!*'._~-");
const LISTS = 'hijl';

function entriesOf(events: readonly (readonly [verdict: string, entry: string])[]): string {
  const counts = new Map<string, number>();
  for (const [verdict, name] of events) {
    if (LISTS.includes(verdict)) counts.set(`${verdict}:${name}`, (counts.get(`${verdict}:${name}`) ?? 0) + 1);
  }
  return encodeEntryCounts(counts);
}

const mixed = fc.array(fc.tuple(event, fc.nat({ max: 30 }), entry), { maxLength: 20 }).map((events) => ({
  types: events.map(([[type]]) => type).join(''),
  verdicts: events.map(([[, verdict]]) => verdict).join(''),
  sizes: events.map(([, size]) => size),
  entries: entriesOf(events.map(([[, verdict], , name]) => [verdict, name])),
}));
const large = fc.tuple(typeCode, fc.integer({ min: 100, max: 900 })).map(([type, count]) => ({
  types: type.repeat(count),
  verdicts: '.'.repeat(count),
  sizes: Array.from({ length: count }, () => 2),
  entries: '',
}));
const events = fc.oneof({ weight: 7, arbitrary: mixed }, { weight: 1, arbitrary: large });

const limit = fc.oneof(fc.constant(null), fc.nat({ max: 12 }), fc.integer({ min: 10, max: 60 }), fc.constant(1500));
const monthly = fc
  .tuple(limit, limit, limit, limit, limit)
  .map((limits) => Object.fromEntries(POOLS.map((pool, index) => [pool, limits[index]])) as Send['monthly']);

const send: fc.Arbitrary<Send> = fc
  .record({
    batch,
    call,
    projectId,
    events,
    spikeProtection: fc.boolean(),
    lifted: fc.option(
      fc.record({ types: fc.subarray([...EVENT_TYPES], { minLength: 1 }), inHours: fc.constantFrom(-1, 0, 0, 1) }),
    ),
    eventsPerHour: limit,
    bytesPerHour: fc.oneof(fc.constant(null), fc.nat({ max: 400 }), fc.constant(2_000_000_000)),
    monthly,
    window: fc.nat({ max: 1 }),
    spooled: fc.oneof(
      { weight: 3, arbitrary: fc.constant('no' as const) },
      { weight: 1, arbitrary: fc.constantFrom('in time' as const, 'late' as const) },
    ),
  })
  .map(({ events: chosen, ...rest }) => ({ kind: 'send', ...chosen, ...rest }));

const edge = fc.constantFrom(-1, 0, 1, 1_234);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: send },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 50 * 60_000 }).map((ms) => ({ kind: 'advance' as const, ms })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2 * HOUR_MS, 2 * HOUR_MS + 1).map((ms) => ({ kind: 'advance' as const, ms })),
  },
  { weight: 3, arbitrary: edge.map((offsetMs) => ({ kind: 'turn' as const, of: 'hour' as const, offsetMs })) },
  { weight: 1, arbitrary: edge.map((offsetMs) => ({ kind: 'turn' as const, of: 'month' as const, offsetMs })) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), batch, call }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'drain' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), keepsJobs: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('seed' as const), isProvisional: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('completeSeed' as const), isStale }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reanchor' as const),
      pool: fc.constantFrom(...POOLS),
      hoursBack: fc.integer({ min: 0, max: 4 }),
      isStale,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('forget' as const), hoursBack: fc.integer({ min: 0, max: 4 }), isStale }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), batch }) },
);

const past: fc.Arbitrary<Past> = fc.record({
  projectId,
  type: typeCode,
  count: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 500, max: 1_100 })),
  agoMs: fc.integer({ min: 0, max: 5 * HOUR_MS }),
});

/** Times at which calendar errors are likely: ends of months, of a leap February, of a year; and ordinary times. */
const startMs = fc
  .tuple(
    fc.constantFrom('2024-02-29', '2025-02-28', '2025-12-31', '2026-04-30', '2026-07-15', '2100-02-28'),
    fc.integer({ min: 18 * HOUR_MS, max: 24 * HOUR_MS }),
  )
  .map(([day, ms]) => Date.parse(day) + ms);

/** Random histories of one organization with two projects. */
export const arbitraryHistory: fc.Arbitrary<History> = fc.record({
  startMs,
  past: fc.array(past, { maxLength: 4 }),
  steps: fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }),
});
