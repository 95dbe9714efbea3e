import { waitFor } from '@sluice/testkit';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { env } from 'node:process';

/** The service as the global setup of the tests has built it: another process cannot load the sources. */
const BUILT = path.resolve(import.meta.dirname, '../../dist/main.js');

/** The service as a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  /** Ends it with SIGKILL, if it still runs. */
  readonly kill: () => Promise<void>;
}

/** Starts the service with these settings, and resolves when it listens. */
export async function startServiceProcess(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [BUILT], {
    env: { PATH: env['PATH'], HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'info', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const port = await waitFor(() => /"port":(\d+).*"listening"/.exec(output)?.[1], { what: 'a service that listens' });
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
