// Facts about the machine and versions that every figure needs.
import { execFile } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../..');

/** Returns the first line that a command prints; undefined if there is no such command. */
async function firstLine(file, ...args) {
  const { stdout } = await promisify(execFile)(file, args, { cwd: root }).catch(() => ({ stdout: '' }));
  return stdout.trim().split('\n')[0] || undefined;
}

/** @returns {Promise<{ machine: object, versions: object, commit: string | undefined, changed: boolean }>} as a result keeps it */
export async function describeMachine() {
  const { findPostgresBinaries } = await import('../../../packages/embedded/dist/postgres/binaries.js');
  const { findRedisServer } = await import('../../../packages/embedded/dist/redis/findRedisServer.js');
  const postgres = await findPostgresBinaries().then(({ directory }) => path.join(directory, 'bin/postgres'));
  const [redis, postgresLine, commit, status] = await Promise.all([
    findRedisServer(),
    firstLine(postgres, '--version'),
    firstLine('git', 'rev-parse', '--short=12', 'HEAD'),
    firstLine(
      'git',
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      'packages',
      'services',
      'test/load',
      ':!test/load/results',
      'scripts',
    ),
  ]);
  const [cpu] = os.cpus();
  return {
    machine: {
      cpus: os.cpus().length,
      model: cpu?.model ?? 'unknown',
      memoryGiB: Math.round(os.totalmem() / 2 ** 30),
      platform: `${os.platform()} ${os.arch()}`,
      kernel: os.release(),
      // Load of the machine before the run: figures measured beside other work are unreliable.
      loadAverage: os.loadavg()[0],
    },
    versions: {
      node: process.version,
      redis: redis?.version,
      postgres: /([\d.]+)$/.exec(postgresLine ?? '')?.[1] ?? postgresLine,
    },
    commit,
    changed: status !== undefined,
  };
}

/** @returns {string} {@link describeMachine} in two lines */
export function machineText({ machine, versions, commit, changed }) {
  const { cpus, model, memoryGiB, platform, kernel, loadAverage } = machine;
  return [
    `${cpus} × ${model}, ${memoryGiB} GiB, ${platform}, kernel ${kernel}, load average ${loadAverage.toFixed(1)}`,
    `Node ${versions.node}, Redis ${versions.redis}, PostgreSQL ${versions.postgres}, commit ${commit}${changed ? ' + changes' : ''}`,
  ].join('\n');
}
