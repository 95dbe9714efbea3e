import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../e2e/support/http.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { underLoad, untilAcknowledged, useRig } from '../support/rig.js';

/** A PostgreSQL that accepts no connection, while orchestrators and proxies probe every service many times a second. */

const FROZEN_MS = 20_000;
const PROBE_MS = 100;
const PROBES = 5;
const rig = useRig();

const ESTABLISHED = '01';

/** Connections to the port of `url` that its program has not accepted: how many clients wait, and how many are in the queue. */
function acceptQueue(url: string): { readonly waiting: number; readonly length: number } {
  const port = `:${Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')}`;
  const queued = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    // A connection belongs to no process before it is accepted. 08: the client closed it.
    .filter(([, local, , state = '', ...rest]) => {
      return local?.endsWith(port) === true && [ESTABLISHED, '08'].includes(state) && rest[5] === '0';
    });
  return { waiting: queued.filter(([, , , state]) => state === ESTABLISHED).length, length: queued.length };
}

/** Probes all services as several balancers do, until the returned function is called. */
function probeAll(): { readonly answers: Map<number, number>; readonly stop: () => Promise<void> } {
  const answers = new Map<number, number>();
  const pending = new Set<Promise<void>>();
  const probe = async (url: string): Promise<void> => {
    const { status } = await ask(`${url}/readyz`);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  };
  const timer = setInterval(() => {
    for (const { adminUrl } of rig.processes.services.values()) {
      for (let count = 0; count < PROBES; count += 1) {
        const probing = probe(adminUrl).finally(() => pending.delete(probing));
        pending.add(probing);
      }
    }
  }, PROBE_MS);
  return {
    answers,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}

(process.platform === 'linux' ? test : test.skip)(
  'a frozen PostgreSQL is not flooded by a fleet of probes, and all services recover when it continues',
  async () => {
    await underLoad(
      rig,
      async (load) => {
        const pid = await postmasterPid();
        process.kill(pid, 'SIGSTOP');
        const probes = probeAll();
        try {
          await rig.system.sql(
            `select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^sluice-'`,
          );
          await letPass(FROZEN_MS);
          const { waiting, length } = acceptQueue(rig.system.databaseUrl);
          const services = rig.processes.services.size;
          // An attempt of a pool, and one of a listener.
          expect(waiting).toBeLessThanOrEqual(2 * services);
          expect(length).toBeLessThan(14 * services);
        } finally {
          process.kill(pid, 'SIGCONT');
        }
        await waitFor(
          async () => {
            const all = [...rig.processes.services.values()].map(({ adminUrl }) => ask(`${adminUrl}/readyz`));
            return (await Promise.all(all)).every(({ status }) => status === 200);
          },
          { what: 'all services to be ready again' },
        );
        await probes.stop();
        expect(probes.answers.get(503)).toBeGreaterThan(1_000);
        await untilAcknowledged(load, 30);
      },
      { timeoutMs: 60_000 },
    );
  },
  180_000,
);

async function postmasterPid(): Promise<number> {
  const [row] = await rig.system.sql<{ setting: string }>(`select current_setting('data_directory') as setting`);
  return Number(readFileSync(join(row?.setting ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
