// The table of one case of part "growth".
import { withSpread } from '../support/statistics.mjs';
import { printTable } from '../support/table.mjs';

export function reportCase(name, { drain, gateway, endToEnd }) {
  const row = (what, { empty, large }, relative) => ({
    what,
    empty: withSpread(empty),
    grown: withSpread(large),
    'grown ÷ empty': relative === undefined ? large.median / empty.median : withSpread(relative),
  });
  const ofDrain = (read) => ({ empty: read(drain.empty), large: read(drain.large) });
  printTable(`${name}, median (least–most)`, [
    row(
      'worker ÷ \\copy',
      ofDrain(({ ratio }) => ratio),
      drain.relative,
    ),
    row(
      'worker, rows/s',
      ofDrain(({ worker }) => worker.perSecond),
    ),
    row(
      '\\copy, rows/s',
      ofDrain(({ copy }) => copy.perSecond),
    ),
    row('gateway, events/s', gateway, gateway.relative),
    row('end to end, CPU µs an event', endToEnd.cpuMicrosPerEvent),
    row('end to end, lag p50 ms', endToEnd.lagP50Ms),
    row('end to end, lag p99 ms', endToEnd.lagP99Ms),
    row('end to end, WAL B an event', endToEnd.walBytesPerEvent),
  ]);
}
