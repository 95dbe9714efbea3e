import { describe, expect, test } from '@jest/globals';
import { startLocalRedis } from '@sluice/embedded';
import { processIdentity } from '@sluice/runtime';
import { testDirectory, waitFor } from '@sluice/testkit';
import { superviseServer, type SupervisedServer } from './superviseServer.js';

describe('a supervised server', () => {
  test('that ends unexpectedly is restarted on the same port', async () => {
    const { supervised, said, starts } = await supervise();
    await supervised.start();
    const first = supervised.current();
    supervised.kill();
    await waitFor(() => starts() === 2, { what: 'the second start' });
    expect(supervised.current()).toMatchObject({ url: first.url });
    expect(supervised.current().pid).not.toBe(first.pid);
    expect(said).toEqual(['Redis ended unexpectedly; starting it again.']);
    await supervised.stop();
  });

  test('that is stopped stays stopped', async () => {
    const { supervised, said, starts } = await supervise();
    await supervised.start();
    await supervised.stop();
    await supervised.current().exited;
    expect([said, starts()]).toEqual([[], 1]);
  });

  test('whose start hangs is ended by a kill', async () => {
    const dir = await testDirectory('supervised');
    let pid = 0;
    const supervised = superviseServer({
      name: 'Redis',
      launch: (_port, control) =>
        startLocalRedis({
          dir,
          ...control,
          onSpawn: (server) => {
            process.kill((pid = server.pid), 'SIGSTOP');
            control.onSpawn?.(server);
          },
        }),
      report: () => undefined,
      onStarted: () => undefined,
      onServerFailed: () => undefined,
    });
    const refused = expect(supervised.start()).rejects.toThrow();
    await waitFor(() => pid > 0, { what: 'the process' });
    supervised.kill();
    await refused;
    expect(await processIdentity(pid)).toBeUndefined();
  });

  test('that cannot be restarted is reported as failed, once', async () => {
    const { supervised, said, givenUp } = await supervise(1);
    await supervised.start();
    supervised.kill();
    await waitFor(() => givenUp.length > 0, { what: 'giving up' });
    expect(givenUp).toEqual(['Redis keeps ending unexpectedly; see its log in DATA_DIR']);
    expect(said.filter((line) => line === 'Redis does not start: no more')).toHaveLength(5);
    await supervised.stop();
  });
});

interface Watched {
  readonly supervised: SupervisedServer;
  readonly said: string[];
  readonly givenUp: string[];
  readonly starts: () => number;
}

async function supervise(launches = Infinity): Promise<Watched> {
  const dir = await testDirectory('supervised');
  const said: string[] = [];
  const givenUp: string[] = [];
  let starts = 0;
  let left = launches;
  const supervised = superviseServer({
    name: 'Redis',
    launch: (port) => {
      left -= 1;
      if (left < 0) return Promise.reject(new Error('no more'));
      return startLocalRedis({ dir, maxMemoryBytes: 50 * 1_048_576, ...(port === undefined ? {} : { port }) });
    },
    report: (line) => void said.push(line),
    onStarted: () => void (starts += 1),
    onServerFailed: (reason) => void givenUp.push(reason),
    pauses: { firstMs: 0, maxMs: 0 },
  });
  return { supervised, said, givenUp, starts: () => starts };
}
