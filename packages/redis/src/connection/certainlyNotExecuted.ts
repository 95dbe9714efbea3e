/**
 * Whether a failed command or script certainly changed nothing: Redis answered with an error (our scripts fail before
 * their first write or not at all), or the command never left. Timeouts and lost connections are not certain: repeat the
 * call, it is idempotent.
 */
export function certainlyNotExecuted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'ReplyError' || error.message.startsWith("Stream isn't writeable");
}
