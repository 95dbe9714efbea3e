import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { waitFor } from './waitFor.js';

/** A Node process of the system under test; everything it prints goes to `logFile`. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** True until the process is gone. */
  alive(): boolean;
  /** Output so far, both streams. */
  output(): Promise<string>;
  /** Sends the signal and resolves when the process is gone. After 20 s of another signal SIGKILL follows. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  /** The Node to run. Default: that of this process. */
  readonly node?: string | undefined;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** The inherited environment of children, without variables that configure them or Node. */
export function cleanEnvironment(): Record<string, string> {
  const ours = ['DATABASE_URL', 'REDIS_URL', 'REDIS_QUEUE_URL', 'PORT', 'ADMIN_PORT', 'DATA_DIR', 'DEMO', 'NODE_ENV'];
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !ours.includes(name) && !/^(NODE_OPTIONS|JEST_|SLUICE_|TRUSTED_)/.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

/** Starts `node <args>`; resolves at once, readiness is the caller's to wait for. */
export function startChild(options: ChildOptions): Child {
  const log = createWriteStream(options.logFile, { flags: 'a' });
  const child = spawn(options.node ?? process.execPath, options.args, {
    cwd: options.cwd,
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${options.name} did not start`);
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      log.end();
      resolve();
    });
  });
  const alive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    name: options.name,
    pid,
    logFile: options.logFile,
    alive,
    output: () => readFile(options.logFile, 'utf8'),
    end: (signal = 'SIGTERM') => endChild(child, signal, gone),
  };
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals, gone: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  const lastResort = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  // Grandchildren may hold the pipes open after the process has ended, so `close` is not awaited then.
  await Promise.race([gone, exited]);
  clearTimeout(lastResort);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** Waits until the process has printed a line that matches, and returns the match; fails at once if it ends first. */
export async function waitForLine(child: Child, line: RegExp, timeoutMs = 60_000): Promise<RegExpMatchArray> {
  const found = await waitFor(
    async () => {
      const match = line.exec(await child.output());
      if (match) return { match };
      return child.alive() ? undefined : { match: undefined };
    },
    { what: `${child.name} to print ${String(line)} (see ${child.logFile})`, timeoutMs },
  );
  if (found.match) return found.match;
  throw new Error(`${child.name} ended before it printed ${String(line)}:\n${(await child.output()).slice(-4_000)}`);
}
