// Sent events and their outcomes by type and time. Pure.
import { quantile } from '../support/statistics.mjs';

/** Outcomes with which an overloaded system refuses events. */
const REFUSALS = ['rate_limited', 'quota_exceeded'];

const emptyCell = () => ({ sent: 0, processed: 0, refused: 0, unavailable: 0, lost: 0, answersMs: [] });

/**
 * Collects answers into buckets of `bucketMs`. One batch holds one type, so that its tally is that type's.
 * @returns `add({ type, sentMs, answerMs, events, tally, status })` for each batch (`tally` undefined where there was none, `status`
 *   too where there was no response) and `buckets()`: every bucket from the first moment on, `at` in seconds
 */
export function createTimeline({ types, bucketMs }) {
  const cells = [];
  const cellsAt = (index) => {
    while (cells.length <= index) cells.push(Object.fromEntries(types.map((type) => [type, emptyCell()])));
    return cells[index];
  };
  const add = ({ type, sentMs, answerMs, events, tally, status }) => {
    const cell = cellsAt(Math.floor(sentMs / bucketMs))[type];
    cell.sent += events;
    cell.answersMs.push(answerMs);
    if (tally === undefined && status === undefined) cell.lost += events;
    else if (tally === undefined) cell.unavailable += events;
    else {
      cell.processed += tally.processed ?? 0;
      for (const refusal of REFUSALS) cell.refused += tally[refusal] ?? 0;
    }
  };
  const told = ({ answersMs, ...counts }) => ({
    ...counts,
    answerP50Ms: quantile(answersMs, 0.5),
    answerP99Ms: quantile(answersMs, 0.99),
  });
  const buckets = () =>
    cells.map((byType, index) => ({
      at: (index * bucketMs) / 1_000,
      types: Object.fromEntries(Object.entries(byType).map(([type, cell]) => [type, told(cell)])),
    }));
  return { add, buckets };
}

/** Percentage of each type's events that were refused in one bucket; undefined if none was sent. */
export function refusedShares({ at, types }) {
  const shares = Object.entries(types).map(([type, { sent, refused }]) => [
    type,
    sent === 0 ? undefined : (100 * refused) / sent,
  ]);
  return { at, ...Object.fromEntries(shares) };
}
