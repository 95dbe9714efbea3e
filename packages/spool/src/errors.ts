/** The entry would exceed the spool's bound. Nothing of it was kept. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';

  constructor(maxBytes: number) {
    super(`the spool holds its ${maxBytes} bytes`);
  }
}

/** The disk did not do what it was told (`cause`), or the directory is another process's. Nothing was acknowledged. */
export class SpoolFailed extends Error {
  override readonly name = 'SpoolFailed';
}

/** A {@link SpoolFailed} out of whatever was thrown. @param what what was tried */
export function spoolFailed(what: string, cause: unknown): SpoolFailed {
  if (cause instanceof SpoolFailed) return cause;
  return new SpoolFailed(`${what}: ${messageOf(cause)}`, { cause });
}

const messageOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : String(thrown);
