/** Messages of ioredis for a command that never left, or that a cluster refused each time. */
const NEVER_RAN = [/^Stream isn't writeable/, /^Too many Cluster redirections\. Last error: ReplyError: /];

/**
 * Whether a failed command or script certainly changed nothing: Redis answered with an error (our scripts fail before
 * their first write or not at all; `MOVED`, `ASK`, `TRYAGAIN` and `CLUSTERDOWN`, and an `EXECABORT` because of them, mean
 * that nothing ran), or the command never left. Timeouts and lost connections are not certain: repeat the call, it is
 * idempotent.
 */
export function certainlyNotExecuted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'ReplyError' || NEVER_RAN.some((message) => message.test(error.message));
}
