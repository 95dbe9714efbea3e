// The service's own measurement, `sluice_alerts_latency_seconds`: from the due time of a message to its answer.
const BUCKET = /^sluice_alerts_latency_seconds_bucket\{[^}]*le="([^"]+)"[^}]*\} (\d+)/;

/** Returns how many messages were sent within each bound, in seconds, according to the metrics of this admin port. */
export async function latencyBuckets(adminUrl) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const counts = new Map();
  for (const line of text.split('\n')) {
    const [, bound, count] = BUCKET.exec(line) ?? [];
    if (bound !== undefined) counts.set(bound === '+Inf' ? Infinity : Number(bound), Number(count));
  }
  return counts;
}

/** Returns the messages between two readings: their number, and the bounds that half and 99 % of them do not exceed. */
export function readLatencies(before, after) {
  const counts = [...after].map(([bound, count]) => ({ bound, count: count - (before.get(bound) ?? 0) }));
  counts.sort((a, b) => a.bound - b.bound);
  const messages = counts.at(-1)?.count ?? 0;
  const boundOf = (share) => counts.find(({ count }) => count >= share * messages)?.bound;
  return { messages, p50S: boundOf(0.5), p99S: boundOf(0.99) };
}
