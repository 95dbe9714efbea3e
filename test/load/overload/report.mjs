// The tables of part "overload". It has no numeric budget: they show what is refused first, and whose latency is
// kept.
import { short } from '../support/statistics.mjs';
import { printTable } from '../support/table.mjs';
import { refusedShares } from './timeline.mjs';

const SHOWN = 12;
const MIB = 2 ** 20;

/** Some samples, evenly over time; the result keeps all. */
const sampled = (samples) => samples.filter((_, i) => i % Math.ceil(samples.length / SHOWN) === 0);

const percent = (share) => (share === undefined ? '' : `${share.toFixed(0)} %`);
const mapValues = (object, map) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

/** Prints one run. */
export function reportOverload(run) {
  const { capacity, offeredPerSecond, sentPerSecond, acceptedPerSecond, droppedEvents, unavailableEvents, lostEvents } =
    run;
  console.log(
    `  capacity ${short(capacity)}/s${run.capacityMeasured ? ' (measured just before)' : ''}, offered ${short(offeredPerSecond)}/s, sent ${short(sentPerSecond)}/s, accepted ${short(acceptedPerSecond)}/s`,
  );
  console.log(
    `  not sent for want of a connection ${short(droppedEvents)}, answered 503 ${short(unavailableEvents)}, without an answer ${short(lostEvents)}`,
  );
  printTable(
    'share refused by type, by second',
    sampled(run.buckets)
      .map(refusedShares)
      .map(({ at, ...shares }) => ({ at: String(at), ...mapValues(shares, percent) })),
  );
  printTable(
    'answer p50 / p99 by type, ms',
    sampled(run.buckets).map(({ at, types }) => ({
      at: String(at),
      ...mapValues(types, ({ answerP50Ms, answerP99Ms }) => `${short(answerP50Ms)} / ${short(answerP99Ms)}`),
    })),
  );
  printTable(
    'lag from arrival to storage by the second of arrival, p50 / p99, ms',
    run.lags.map(({ at, byTable }) => ({
      at: String(at),
      ...Object.fromEntries(byTable.map(({ table, p50Ms, p99Ms }) => [table, `${short(p50Ms)} / ${short(p99Ms)}`])),
    })),
  );
  printTable(
    'memory (PSS), MiB',
    sampled(run.samples.memory).map(({ at, ...roles }) => ({
      at: String(at),
      ...mapValues(roles, (bytes) => bytes / MIB),
    })),
  );
  printTable(
    'events waiting',
    sampled(run.samples.depth).map(({ at, events, byType }) => ({ at: String(at), events, ...byType })),
  );
  console.log(
    `\n  left at the end of the load ${short(run.leftEvents)} events: stored after ${short(run.drainSeconds)} s, the capacity implies ${short(run.impliedSeconds)} s`,
  );
  if (run.leftEvents < run.capacity)
    console.log('  NOT AN OVERLOAD: less than a second of work was left; offer more (--capacity, --factor)');
  const { account } = run;
  console.log(
    `  account ${account.holds ? 'holds' : 'DOES NOT HOLD'}: ${account.sent} sent, ${account.processed} processed, ${account.refused} refused, ${account.withoutTally} without a tally`,
  );
  for (const problem of account.problems) console.log(`    ${problem}`);
}
