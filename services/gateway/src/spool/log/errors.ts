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

/** A {@link SpoolFailedError} out of whatever was thrown. @param what what was tried */
export function toSpoolFailedError(what: string, cause: unknown): SpoolFailedError {
  if (cause instanceof SpoolFailedError) return cause;
  return new SpoolFailedError(`${what}: ${messageOf(cause)}`, { cause });
}

const messageOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : String(thrown);
