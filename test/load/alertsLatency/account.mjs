// Which request reported which issue, how long after its event was stored, and whether every issue was reported. Pure.

/**
 * @typedef {{ projectId: string, issueId: string, eventId: string, kind: 'new_issue' | 'regression', storedMs: number, isOfStream: boolean }} Change
 *   an exception that opened or reopened an issue
 * @typedef {{ firingId: string, deliveryId: string | null, decidedMs: number, dueMs: number, composedMs: number | null }} Notice
 * @typedef {{ id: string, atMs: number, total: number, listed: string[] }} Arrival a request; its body lists at most ten firings of `total`
 */

/**
 * Finds the firing of each change by its identity, its message by the notice, and the first request with the id of the message: a
 * message that counts fifty issues is the request of all fifty.
 * @param {{ changes: Change[], notices: Notice[], arrivals: Arrival[] }} found
 * @param {(change: Change) => string} firingOf the id of the firing that a change must cause
 * @returns {{ reported: (Change & { latencyMs: number, decidingMs: number, lingerMs: number, waitingMs: number, sendingMs: number })[],
 *   messages: number, repeated: number, problems: string[] }} the parts of a latency add up to it
 */
export function accountOf({ changes, notices, arrivals }, firingOf) {
  const problems = [];
  const noticeOf = new Map(notices.map((notice) => [notice.firingId, notice]));
  if (noticeOf.size !== notices.length) problems.push(`${notices.length - noticeOf.size} firings have two notices`);
  const firstOf = new Map();
  for (const arrival of arrivals) if (!firstOf.has(arrival.id)) firstOf.set(arrival.id, arrival);
  const expected = new Set();
  const reported = changes.flatMap((change) => {
    const firingId = firingOf(change);
    expected.add(firingId);
    const notice = noticeOf.get(firingId);
    const arrival = firstOf.get(notice?.deliveryId);
    if (arrival !== undefined) return [{ ...change, ...stagesOf(change, notice, arrival) }];
    const what = notice === undefined ? 'has no notice' : 'is in no message that arrived';
    problems.push(`${change.kind} ${change.projectId}/${change.issueId}: ${what}`);
    return [];
  });
  const strangers = notices.filter(({ firingId }) => !expected.has(firingId));
  if (strangers.length > 0) problems.push(`${strangers.length} notices are of no issue`);
  problems.push(...differences(notices, firstOf));
  return { reported, messages: firstOf.size, repeated: arrivals.length - firstOf.size, problems };
}

/** Where a body says something else than the notices of its message. */
function differences(notices, firstOf) {
  const firingsOf = new Map();
  for (const { deliveryId, firingId } of notices) {
    if (!firingsOf.has(deliveryId)) firingsOf.set(deliveryId, new Set());
    firingsOf.get(deliveryId).add(firingId);
  }
  return [...firstOf.values()].flatMap(({ id, total, listed }) => {
    const firings = firingsOf.get(id);
    if (firings === undefined) return [`message ${id} has no notices`];
    const counted = firings.size === total ? [] : [`message ${id} counts ${total}, and has ${firings.size} notices`];
    const others = listed.filter((firing) => !firings.has(firing)).length;
    return others === 0 ? counted : [...counted, `message ${id} lists ${others} firings of other messages`];
  });
}

/** A message is composed when it is due, or earlier with others: the linger ends there. */
function stagesOf({ storedMs }, { decidedMs, dueMs, composedMs }, { atMs }) {
  const lingeredMs = Math.min(dueMs, composedMs);
  return {
    latencyMs: atMs - storedMs,
    decidingMs: decidedMs - storedMs,
    lingerMs: lingeredMs - decidedMs,
    waitingMs: composedMs - lingeredMs,
    sendingMs: atMs - composedMs,
  };
}
