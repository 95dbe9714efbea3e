import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CliError } from '../cliError.js';

/** The embedded PostgreSQL of `npm start`, which is stopped. */
export interface StoppedPostgres {
  readonly url: string;
  /** Stops the server; resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL of `npm start` without any service, in a process that ends with this one.
 * @param note reports what the server says @throws CliError if this is no checkout, or the server does not start
 */
export async function startStoppedPostgres(
  root: string,
  directory: string,
  note: (line: string) => void,
): Promise<StoppedPostgres> {
  const script = path.join(root, 'scripts/embedded-postgres.mjs');
  if (!existsSync(script)) throw new CliError('not_running', 'No database is named: set DATABASE_URL.');
  const child = spawn(process.execPath, [script, directory], { stdio: ['pipe', 'pipe', 'pipe'] });
  // Unlike `exit`, this is after the last line.
  const exited = once(child, 'close');
  const lines: string[] = [];
  createInterface(child.stderr).on('line', (line) => void lines.push(line));
  const url = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  const started = await Promise.race([url, exited.then(() => undefined)]);
  const problem = started === undefined ? lines.pop() : undefined;
  lines.forEach(note);
  if (started === undefined) throw new CliError('failed', problem ?? 'PostgreSQL did not start');
  return {
    url: started,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
