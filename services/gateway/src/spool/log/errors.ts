/** The entry would exceed the spool's size limit. Nothing of it was kept. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';

  constructor(maxBytes: number) {
    super(`the spool is full (limit ${maxBytes} bytes)`);
  }
}

/** A file system call failed (`cause`), or another process uses the directory. The entry was not acknowledged. */
export class SpoolFailedError extends Error {
  override readonly name = 'SpoolFailedError';
}

/** Returns a {@link SpoolFailedError} for a thrown value. @param problem start of the message */
export function toSpoolFailedError(problem: string, cause: unknown): SpoolFailedError {
  if (cause instanceof SpoolFailedError) return cause;
  return new SpoolFailedError(`${problem}: ${messageOf(cause)}`, { cause });
}

const messageOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : String(thrown);
