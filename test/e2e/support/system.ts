import { execFile } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { cleanEnvironment } from './child.js';
import { repoRoot } from './repoRoot.js';

export type Mode = 'standalone' | 'processes';

/** What runs services and commands. Defaults: this repository, and the Node of this process. */
export interface Program {
  /** The folder whose built files are run. */
  readonly root?: string | undefined;
  readonly node?: string | undefined;
}

/** Addresses of a running system; plain data, so that Jest's parent can pass it to its workers. */
export interface SystemAddress {
  readonly mode: Mode;
  /** The public address; in `processes` that of the reverse proxy. */
  readonly baseUrl: string;
  /** Every gateway by itself, without a proxy. */
  readonly gatewayUrls: readonly string[];
  /** The admin address of each gateway, in the same order. */
  readonly adminUrls: readonly string[];
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Environment with which the command line finds this system. */
  readonly commandEnv: Readonly<Record<string, string>>;
  /** The process (and, with its descendants, the processes) that serve requests. */
  readonly gatewayPids: readonly number[];
  readonly dataDir: string;
  /** What runs `sluice`. */
  readonly program?: Program;
}

/** A system under test, spoken to only by HTTP, command line and SQL. */
export interface System extends SystemAddress {
  readonly adminUrl: string;
  /** Runs `sluice <args> --json`; resolves with the JSON value of stdout, rejects with stderr if it failed. */
  sluice(...args: readonly string[]): Promise<unknown>;
  /** Runs `sluice <args>` as typed, whatever its end. */
  runSluice(...args: readonly string[]): Promise<CommandResult>;
  sql<Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Closes the connections of this test file, and the system if it belongs to this file. */
  stop(): Promise<void>;
}

interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function runCommand(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  { root = repoRoot, node = process.execPath }: Program = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      node,
      [join(root, 'packages', 'cli', 'bin', 'sluice.mjs'), ...args],
      { cwd: root, env: { ...cleanEnvironment(), ...env }, timeout: 30_000, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      },
    );
  });
}

/** `sluice <args> --json` against the system that `env` names. */
export async function sluiceJson(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  program?: Program,
): Promise<unknown> {
  const { code, stdout, stderr } = await runCommand(env, [...args, '--json'], program);
  if (code !== 0) throw new Error(`sluice ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as unknown;
}

/** Adds the ways to speak to a running system; `stopSystem` is called by `stop()`. */
export function connectSystem(address: SystemAddress, stopSystem: () => Promise<void>): System {
  const pool = new pg.Pool({ connectionString: address.databaseUrl, max: 2, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  return {
    ...address,
    adminUrl: address.adminUrls[0] ?? '',
    sluice: (...args) => sluiceJson(address.commandEnv, args, address.program),
    runSluice: (...args) => runCommand(address.commandEnv, args, address.program),
    async sql<Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) {
      const result = await pool.query<Row>(text, [...values]);
      return result.rows;
    },
    async stop() {
      await pool.end();
      await stopSystem();
    },
  };
}
