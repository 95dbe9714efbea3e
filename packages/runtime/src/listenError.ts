/** A port that cannot be listened on. The message is one line that names the setting and the remedy. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens on it',
  EACCES: 'this user may not listen on it',
};

/**
 * Converts an error of `listen` to a {@link ListenError}; returns any other error unchanged. @param setting that
 * defines the port
 */
export function listenError<E>(setting: string, error: E): E | ListenError {
  if (typeof error !== 'object' || error === null) return error;
  const { syscall, code = '', port } = error as Partial<NodeJS.ErrnoException> & { readonly port?: number };
  const reason = REASONS[code];
  if (syscall !== 'listen' || reason === undefined) return error;
  return new ListenError(`${setting} ${port ?? ''} cannot be used: ${reason}. Choose another with ${setting}=….`);
}
