import { LocalServerError } from '@sluice/embedded';
import { createServer } from 'node:net';

/** A port and its setting. */
export interface PortSetting {
  readonly name: 'PORT' | 'ADMIN_PORT';
  readonly host: string;
  readonly port: number;
}

/**
 * Checks that a port can be listened on, before anything is started that would have to be stopped. @throws
 * LocalServerError
 */
export async function assertPortFree({ name, host, port }: PortSetting): Promise<void> {
  if (port === 0) return;
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (code === undefined) return;
  const why: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another program listens on it',
    EACCES: 'this user may not listen on it',
  };
  throw new LocalServerError(`${name} ${port} cannot be used: ${why[code] ?? code}. Choose another with ${name}=….`);
}
