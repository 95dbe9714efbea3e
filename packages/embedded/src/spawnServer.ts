import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { ServerExit, StartControl } from './localServer.js';
import { LocalServerError } from './localServerError.js';
import { signalProcess } from './processes.js';
import { openLog, readLogFrom } from './openLog.js';
import { serverEnvironment } from './serverEnvironment.js';
import type { SystemUser } from './systemUser.js';

/** A program to run, and the file for its output. */
export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly logFile: string;
  readonly user?: SystemUser | undefined;
}

/** A running server process. It may not accept connections yet. */
export interface SpawnedServer {
  readonly pid: number;
  readonly exited: Promise<ServerExit>;
  /** `undefined` while it runs. */
  readonly exit: () => ServerExit | undefined;
  /** Returns its output since it was spawned. */
  readonly output: () => Promise<string>;
}

/**
 * Spawns a server in a separate process group: Ctrl-C in a terminal signals the whole foreground group, and a database must
 * outlive the processes that still have data to write.
 */
export async function spawnServer(command: ServerCommand): Promise<SpawnedServer> {
  const log = await openLog(command.logFile);
  const { size } = await stat(command.logFile);
  try {
    const child = spawn(command.file, command.args, {
      cwd: command.cwd,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: serverEnvironment(),
      ...command.user,
    });
    let ended: ServerExit | undefined;
    const exited = new Promise<ServerExit>((resolve) => {
      child.once('exit', (code, signal) => resolve((ended = { code, signal })));
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => reject(new LocalServerError(`${command.file} cannot be run: ${error.message}`)));
    });
    return {
      pid: child.pid ?? 0,
      exited,
      exit: () => ended,
      output: () => readLogFrom(command.logFile, size),
    };
  } finally {
    await log.close();
  }
}

/** Passes a process to `onSpawn`. Its `kill` sends SIGKILL, because a process that hangs may ignore other signals. */
export function notifySpawn({ pid, exit }: SpawnedServer, { onSpawn }: StartControl): void {
  const kill = (): void => {
    if (exit() === undefined) signalProcess(pid, 'SIGKILL');
  };
  onSpawn?.({ pid, kill });
}
