// Shared by load generators: connections, request heads, and the client's side of the accounting identity.
import { openConnection } from './connection.mjs';

const OUTCOMES = ['processed', 'filtered', 'rate_limited', 'quota_exceeded', 'invalid'];

/** @returns `{ connections, ledger, post, account }` of a client that sends for the projects of `keys` */
export function openClient({ port, keys, connections }) {
  const heads = keys.map(
    (key) =>
      `POST /api/envelope HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-service-auth: Service service_key=${key}\r\n`,
  );
  /** By project: events sent, and their outcomes according to the responses. */
  const ledger = keys.map(() => ({
    sent: 0,
    unknown: 0,
    duplicate: 0,
    ...Object.fromEntries(OUTCOMES.map((name) => [name, 0])),
  }));

  /**
   * Enters a batch. Without a response it may be stored or not; a response that is no tally (503) left nothing behind and is not counted.
   * @returns the tally, where there is one
   */
  const account = (project, events, answer) => {
    const entry = ledger[project];
    if (answer === undefined) {
      entry.sent += events;
      entry.unknown += events;
      return undefined;
    }
    if (answer.status !== 202 && answer.status !== 429) return undefined;
    const tally = JSON.parse(answer.text);
    entry.sent += events;
    for (const outcome of OUTCOMES) entry[outcome] += tally[outcome] ?? 0;
    // Accepted at an attempt whose response was lost, and its tally with it.
    if (tally.duplicate === true) entry.duplicate += events;
    return tally;
  };
  return {
    connections: Array.from({ length: connections }, () => openConnection({ port })),
    ledger,
    post: (connection, project, body) => connection.post(heads[project], body),
    account,
  };
}
