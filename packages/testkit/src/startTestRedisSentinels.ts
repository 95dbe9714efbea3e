import { createRedisSecurity, type RedisSecurity } from './createRedisSecurity.js';
import { onRedisNode } from './onRedisNode.js';
import { startTestRedis, type TestRedis } from './startTestRedis.js';
import { SENTINEL_MASTER, startTestSentinel, type TestSentinel } from './startTestSentinel.js';
import { waitFor } from './waitFor.js';

/** How a test's sentinels differ from the usual ones. */
interface TestRedisSentinelsOptions {
  /** Whether clients need TLS and passwords, and servers and sentinels use TLS between them. */
  readonly secured?: boolean;
}

/** A private master with a replica, and three sentinels that watch them. */
export interface TestRedisSentinels {
  /** `redis+sentinel://…/<master>` with the addresses of all sentinels; with `rediss`, a user and passwords if secured. */
  readonly url: string;
  /** Both servers; the first one is the master at the start. */
  readonly servers: readonly [TestRedis, TestRedis];
  readonly sentinels: readonly TestSentinel[];
  /** The server that the sentinels name. */
  readonly master: () => Promise<TestRedis>;
  /** Resolves when the replica has everything that the master acknowledged until now. */
  readonly replicated: () => Promise<void>;
  /** Lets the sentinels promote the replica while the master runs; resolves when they name it. */
  readonly failOver: () => Promise<void>;
  /**
   * As `failOver`, without loss, as docs/operations.md describes it: the master pauses writes until the replica has
   * everything, and becomes a replica itself.
   */
  readonly handOver: () => Promise<void>;
  /** Resolves when the sentinels name another master than this. */
  readonly promoted: (from: TestRedis) => Promise<void>;
  /** Resolves when the sentinels know each other, and the other server follows the master. */
  readonly whole: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const SENTINELS = 3;
const FAILOVER_MS = 60_000;

/** Starts two servers and three sentinels on free ports of the loopback interface. */
export async function startTestRedisSentinels(options: TestRedisSentinelsOptions = {}): Promise<TestRedisSentinels> {
  const security = options.secured === true ? await createRedisSecurity() : undefined;
  const first = await startTestRedis({ security });
  const stops = [first.stop];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const second = await startTestRedis({ security, conf: { replicaof: `127.0.0.1 ${portOf(first)}` } });
    stops.push(second.stop);
    await waitFor(() => hasReplica(first), { what: 'a replica' });
    const sentinels: TestSentinel[] = [];
    for (let index = 0; index < SENTINELS; index += 1) {
      const sentinel = await startTestSentinel(portOf(first), security);
      stops.push(sentinel.stop);
      sentinels.push(sentinel);
    }
    const trio: Trio = { servers: [first, second], sentinels };
    const whole = (): Promise<void> => untilWhole(trio);
    await whole();
    return {
      ...trio,
      url: urlOf(sentinels, security),
      master: () => masterOf(trio),
      replicated: async () => untilReplicated(await masterOf(trio)),
      failOver: () => failOver(trio),
      handOver: async () => {
        await swapRoles(trio);
        await failOver(trio);
      },
      promoted: (from) => untilPromoted(trio, from),
      whole,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Trio = Pick<TestRedisSentinels, 'servers' | 'sentinels'>;

/** Where the servers reach each other. */
const portOf = ({ port, tlsPort }: TestRedis): number => tlsPort ?? port;

function urlOf(sentinels: readonly TestSentinel[], security: RedisSecurity | undefined): string {
  const hosts = sentinels.map(({ clientPort }) => `127.0.0.1:${clientPort}`).join(',');
  return security === undefined
    ? `redis+sentinel://${hosts}/${SENTINEL_MASTER}`
    : `rediss+sentinel://${security.userinfo}${hosts}/${SENTINEL_MASTER}?sentinel_password=${security.sentinelPassword}`;
}

const replicationOf = (server: TestRedis): Promise<string> =>
  onRedisNode(server, (client) => client.info('replication'));

const hasReplica = async (master: TestRedis): Promise<boolean> =>
  (await replicationOf(master)).includes('state=online');

async function untilWhole(trio: Trio): Promise<void> {
  await waitFor(async () => (await knowEachOther(trio.sentinels)) && hasReplica(await masterOf(trio)), {
    what: 'sentinels that know each other, and a replica',
    timeoutMs: FAILOVER_MS,
  });
}

async function knowEachOther(sentinels: readonly TestSentinel[]): Promise<boolean> {
  const states = await Promise.all(
    sentinels.map(({ ask }) =>
      ask((client) => client.call('SENTINEL', 'MASTER', SENTINEL_MASTER) as Promise<string[]>),
    ),
  );
  return states.every((state) => {
    const field = (name: string): string | undefined => state[state.indexOf(name) + 1];
    return field('num-other-sentinels') === String(SENTINELS - 1) && field('num-slaves') === '1';
  });
}

/** The master that most sentinels name. */
async function masterOf({ servers, sentinels }: Trio): Promise<TestRedis> {
  const named = await Promise.all(
    sentinels.map(({ ask }) =>
      ask(async (client) => {
        const answer = await client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', SENTINEL_MASTER);
        return Number((answer as string[])[1]);
      }),
    ),
  );
  const port = named.find((each) => named.filter((other) => other === each).length * 2 > named.length);
  const master = servers.find((server) => portOf(server) === port);
  if (master === undefined) throw new Error(`the sentinels do not agree: ${named.join(', ')}`);
  return master;
}

async function untilReplicated(master: TestRedis): Promise<void> {
  const offset = Number(/^master_repl_offset:(\d+)/m.exec(await replicationOf(master))?.[1]);
  const isReplicated = async (): Promise<boolean> =>
    Number(/^slave0:.*state=online,offset=(\d+)/m.exec(await replicationOf(master))?.[1]) >= offset;
  await waitFor(isReplicated, { what: 'the replica' });
}

async function swapRoles({ servers, sentinels }: Trio): Promise<void> {
  const master = await masterOf({ servers, sentinels });
  const replica = servers.find((server) => server !== master) ?? master;
  await onRedisNode(master, (client) => client.call('FAILOVER', 'TO', '127.0.0.1', portOf(replica)));
  await waitFor(async () => (await replicationOf(master)).includes('role:slave'), { what: 'a master that hands over' });
}

async function failOver(trio: Trio): Promise<void> {
  const before = await masterOf(trio);
  const [sentinel] = trio.sentinels;
  // Refused while an earlier failover is not over.
  await waitFor(() => sentinel?.ask((client) => client.call('SENTINEL', 'FAILOVER', SENTINEL_MASTER)), {
    what: 'a failover',
    timeoutMs: FAILOVER_MS,
  });
  await untilPromoted(trio, before);
}

async function untilPromoted(trio: Trio, from: TestRedis): Promise<void> {
  await waitFor(async () => (await masterOf(trio)) !== from, { what: 'another master', timeoutMs: FAILOVER_MS });
}
