import { Redis } from 'ioredis';
import { useResource } from '@sluice/testkit/useResource';
import { expect } from '@jest/globals';
import {
  startProcesses,
  type Processes,
  type ProcessesOptions,
  type ServiceHandle,
} from '../../e2e/support/processes.js';
import { ask } from '../../e2e/support/http.js';
import { connectSystem, type System } from '../../e2e/support/system.js';
import { createOrganization, createProject, type Project } from '../../e2e/support/tenant.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { type Judging } from './judge.js';
import { startLoad, summaryOf, type Load, type LoadOptions, type SentBatch } from './load.js';
import { expectKept } from './oracle.js';
import { faultsSeed, seededRandom } from './random.js';

/** A whole system of processes, with methods to disturb it. */
export interface Rig {
  readonly processes: Processes;
  readonly system: System;
  /** An organization without limits. */
  readonly organization: string;
  service(name: string): ServiceHandle;
  /** Stops a service gracefully and starts it with these settings. */
  restart(name: string, env?: Readonly<Record<string, string>>): Promise<void>;
  /** Restarts a service with this `FAIL_POINT`; resolves when it has crashed there. */
  dieAt(name: string, failPoint: string): Promise<void>;
  /** Sends a signal to a service's process. */
  signal(name: string, signal: NodeJS.Signals): void;
  /** The current process id of Redis. */
  redisPid(): Promise<number>;
  /** Runs commands on Redis, on a separate connection. */
  withRedis<T>(work: (client: Redis) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** A system for the tests of this file or `describe`. */
export const useRig = (options?: ProcessesOptions): Rig =>
  useResource(
    () => startRig(options),
    (rig) => rig.stop(),
    180_000,
  );

/** Starts a system; the caller stops it. */
export async function startRig(options: ProcessesOptions = {}): Promise<Rig> {
  const processes = await startProcesses(options);
  const system = connectSystem(processes.address, () => processes.stop());
  const organization = await createOrganization(system);
  const service = (name: string): ServiceHandle => {
    const found = processes.services.get(name);
    if (found === undefined) throw new Error(`no service ${name}`);
    return found;
  };
  const withRedis: Rig['withRedis'] = async (work) => {
    const client = new Redis(system.redisUrl);
    client.on('error', () => undefined);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  };
  return {
    processes,
    system,
    organization,
    service,
    restart: async (name, env) => {
      await service(name).end();
      await service(name).start(env);
    },
    dieAt: async (name, failPoint) => {
      await service(name).end();
      // Under load, it may crash before it reports that it is ready.
      await service(name)
        .start({ FAIL_POINT: failPoint })
        .catch(() => undefined);
      await waitFor(() => !service(name).child().alive(), {
        what: `${name} to die at ${failPoint}`,
        timeoutMs: 40_000,
      });
    },
    signal: (name, signal) => void process.kill(service(name).child().pid, signal),
    redisPid: () =>
      withRedis(async (client) => Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1] ?? NaN)),
    withRedis,
    stop: () => system.stop(),
  };
}

export interface UnderLoad extends Judging {
  readonly seed?: number;
  readonly load?: Partial<LoadOptions>;
  /** Milliseconds for the system to become idle. */
  readonly timeoutMs?: number;
  /** Minimum number of acknowledged batches, without which the test proves nothing; default 50. */
  readonly atLeast?: number;
  /** Uses this project instead of a new one. */
  readonly project?: Project;
}

/** Runs the fault while both gateways are under load, then the oracle. Returns the batches of the load. */
export async function underLoad(
  { system, organization }: Rig,
  fault: (load: Load, project: Project) => Promise<void>,
  options: UnderLoad = {},
): Promise<readonly SentBatch[]> {
  const { seed = faultsSeed, atLeast = 50, timeoutMs = 30_000 } = options;
  const project = options.project ?? (await createProject(system, organization));
  const random = seededRandom(seed);
  const load = startLoad({ project, targets: system.gatewayUrls, random, ...options.load });
  try {
    await waitFor(() => load.batches.length > 20, { what: 'the load to run' });
    await fault(load, project);
  } finally {
    await load.stop();
  }
  expect(summaryOf(load.batches).acknowledged).toBeGreaterThan(atLeast);
  await expectKept(system, project, { ...options, batches: load.batches, timeoutMs, seed });
  return load.batches;
}

/** Resolves when this many further batches were acknowledged. */
export async function untilAcknowledged(load: Load, count: number, timeoutMs = 30_000): Promise<void> {
  const before = load.batches.length;
  await waitFor(() => summaryOf(load.batches.slice(before)).acknowledged >= count, {
    what: `${count} further batches to be acknowledged`,
    timeoutMs,
  });
}

/** Restarts every process, one after the other, while a load runs. */
export async function restartEach(rig: Rig, load: Load): Promise<void> {
  for (const name of rig.processes.services.keys()) {
    await rig.restart(name);
    await untilAcknowledged(load, 5);
  }
}

/** Resolves when a gateway has published its spooled batches. */
export async function untilSpoolEmpty(rig: Rig, gateway: string): Promise<void> {
  await waitFor(
    async () => {
      const { text } = await ask(`${rig.service(gateway).adminUrl}/metrics`);
      return /^sluice_spool_entries 0$/m.test(text);
    },
    { what: `${gateway} to have published what it spooled`, timeoutMs: 30_000 },
  );
}

/** Kills services of the list at random times; each is restarted immediately. */
export async function killAtRandom(
  rig: Rig,
  names: readonly string[],
  { kills, seed = faultsSeed }: { readonly kills: number; readonly seed?: number },
): Promise<void> {
  const random = seededRandom(seed + 1);
  for (let kill = 0; kill < kills; kill++) {
    await letPass(100 + random() * 400);
    const victim = rig.service(names[Math.floor(random() * names.length)] ?? '');
    await victim.end('SIGKILL');
    await victim.start();
  }
}
