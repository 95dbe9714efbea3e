/** Messages of ioredis for a command that never left, or that a cluster refused each time it was sent. */
const NEVER_RAN = [/^Stream isn't writeable/, /^Too many Cluster redirections\. Last error: ReplyError: (.*)$/s];

/**
 * A cluster checks the slot of every command of a script. While the slot moves, a key that the script itself deleted, or
 * that has just expired, counts as moved: the script fails in its middle, after its first writes.
 */
const RAN_IN_PART = /^(ERR )?Script attempted to access/;

/**
 * Whether a failed command or script certainly changed nothing: Redis answered with an error (our scripts fail before
 * their first write or not at all, but for the one error above; `MOVED`, `ASK`, `TRYAGAIN` and `CLUSTERDOWN`, and an
 * `EXECABORT` because of them, mean that nothing ran), or the command never left. ioredis sends a command again after
 * these answers only, so one that ends with too many of them was refused each time. Timeouts and lost connections are not
 * certain: repeat the call, it is idempotent.
 */
export function certainlyNotExecuted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'ReplyError') return !RAN_IN_PART.test(error.message);
  const match = NEVER_RAN.map((message) => message.exec(error.message)).find((found) => found !== null);
  return match !== undefined && !RAN_IN_PART.test(match[1] ?? '');
}
