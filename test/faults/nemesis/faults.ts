import { startTcpProxy, type TcpProxy } from '@sluice/testkit';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { type AlertReceiver, type Reception } from '../support/alerts/alertReceiver.js';
import { type Rig } from '../support/rig.js';

/** The connections between processes that a nemesis may disturb. */
interface Ways {
  readonly gatewaysToRedis: TcpProxy;
  readonly workersToRedis: TcpProxy;
  readonly workersToPostgres: TcpProxy;
}

/** A system whose processes connect to their servers through proxies. */
export interface Ground extends Ways {
  readonly rig: Rig;
  /** The receiver of all alerts. */
  readonly receiver: AlertReceiver;
  /** Restarts a service with the same settings, through its proxies. */
  start(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Two processes decide and deliver alerts. */
const alertsNames = ['alerts', 'alerts-2'] as const;

/** The processes that are behind the proxies of the workers. */
const behindProxies = [...workerNames, ...alertsNames] as const;

/** Restarts the processes of a system behind proxies, with a second one of alerts. */
export async function createGround(rig: Rig, receiver: AlertReceiver): Promise<Ground> {
  const { redisUrl, databaseUrl } = rig.system;
  const portOf = (url: string): number => Number(new URL(url).port);
  const ways: Ways = {
    gatewaysToRedis: await startTcpProxy(portOf(redisUrl)),
    workersToRedis: await startTcpProxy(portOf(redisUrl)),
    workersToPostgres: await startTcpProxy(portOf(databaseUrl)),
  };
  const gateway = { REDIS_URL: ways.gatewaysToRedis.urlFor(redisUrl) };
  const worker = {
    REDIS_URL: ways.workersToRedis.urlFor(redisUrl),
    DATABASE_URL: ways.workersToPostgres.urlFor(databaseUrl),
  };
  const isGateway = (name: string): boolean => (gatewayNames as readonly string[]).includes(name);
  const start = (name: string): Promise<void> => rig.service(name).start(isGateway(name) ? gateway : worker);
  await rig.processes.add('alerts-2');
  for (const name of [...gatewayNames, ...behindProxies]) {
    await rig.service(name).end();
    await start(name);
  }
  return {
    rig,
    receiver,
    ...ways,
    start,
    stop: async () => {
      await Promise.all(Object.values(ways).map((way: TcpProxy) => way.close()));
    },
  };
}

/** Random numbers in [0, 1) from the seed of the run. */
export type Fault = (ground: Ground, random: () => number) => Promise<void>;

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;
const between = (low: number, high: number, random: () => number): number => low + random() * (high - low);

const endAndStart =
  (names: readonly string[], signal: NodeJS.Signals): Fault =>
  async (ground, random) => {
    const name = pick(names, random);
    await ground.rig.service(name).end(signal);
    await letPass(between(0, 1_000, random));
    await ground.start(name);
  };

const freeze =
  (pidOf: (ground: Ground, random: () => number) => Promise<number>, mostMs: number): Fault =>
  async (ground, random) => {
    const pid = await pidOf(ground, random);
    process.kill(pid, 'SIGSTOP');
    try {
      await letPass(between(500, mostMs, random));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  };

const onTheWay =
  (way: keyof Ways, hurt: (proxy: TcpProxy) => void, mostMs: number): Fault =>
  async (ground, random) => {
    hurt(ground[way]);
    await letPass(between(200, mostMs, random));
    ground[way].restore();
  };

const workerPid = ({ rig }: Ground, random: () => number): Promise<number> =>
  Promise.resolve(rig.service(pick(workerNames, random)).child().pid);

const alertsPid = ({ rig }: Ground, random: () => number): Promise<number> =>
  Promise.resolve(rig.service(pick(alertsNames, random)).child().pid);

/** For a while, half of the requests to the receiver end like this. */
const received =
  (reception: Reception, mostMs: number): Fault =>
  async ({ receiver }, random) => {
    receiver.receive(() => (random() < 0.5 ? reception : 'taken'));
    await letPass(between(500, mostMs, random));
    receiver.receive(() => 'taken');
  };

const untilPostgresAnswers = ({ system }: Rig): Promise<unknown> =>
  waitFor(() => system.sql('select 1'), { what: 'PostgreSQL to answer again' });

const LOCKED_TABLES = ['spans', 'issues', 'alert_firings', 'alert_deliveries', 'alert_subjects', 'alert_minutes'];

/** All faults by name. Each has ended when it resolves, except for what the system must recover from. */
export const faults: Readonly<Record<string, Fault>> = {
  'gateway killed': endAndStart(gatewayNames, 'SIGKILL'),
  'gateway ended': endAndStart(gatewayNames, 'SIGTERM'),
  'worker killed': endAndStart(workerNames, 'SIGKILL'),
  'worker ended': endAndStart(workerNames, 'SIGTERM'),
  'worker frozen': freeze(workerPid, 15_000),
  'alerts killed': endAndStart(alertsNames, 'SIGKILL'),
  'alerts ended': endAndStart(alertsNames, 'SIGTERM'),
  'alerts frozen': freeze(alertsPid, 8_000),
  'alerts refused': received('refused', 5_000),
  'alerts taken without an answer': received('unanswered', 5_000),
  'alerts ignored': received('ignored', 5_000),
  'Redis restarted': async ({ rig }, random) => {
    await rig.processes.redis.stop();
    await letPass(between(0, 2_000, random));
    await rig.processes.redis.start();
  },
  'Redis killed': async ({ rig }) => {
    process.kill(await rig.redisPid(), 'SIGKILL');
    await rig.processes.redis.stop();
    await rig.processes.redis.start();
  },
  'Redis frozen': freeze(({ rig }) => rig.redisPid(), 6_000),
  'PostgreSQL restarted': async ({ rig }, random) => {
    await rig.processes.postgres.stop();
    await letPass(between(0, 3_000, random));
    await rig.processes.postgres.start();
    await untilPostgresAnswers(rig);
  },
  'PostgreSQL backend killed': async ({ rig }) => {
    const [victim] = await rig.system.sql<{ pid: number }>(
      `select pid from pg_stat_activity where application_name ~ '^sluice-(exceptions|spans|logs|hits|replays|metrics|alerts)$' order by random() limit 1`,
    );
    if (victim !== undefined) process.kill(victim.pid, 'SIGKILL');
    await letPass(200);
    await untilPostgresAnswers(rig);
  },
  'table locked': async ({ rig }, random) => {
    const seconds = between(1, 6, random).toFixed(1);
    const table = pick(LOCKED_TABLES, random);
    await rig.system.sql(`begin; lock table ${table} in access exclusive mode; select pg_sleep(${seconds}); commit`);
  },
  'gateways cut from Redis': onTheWay('gatewaysToRedis', (proxy) => proxy.cut(), 3_000),
  'black hole before Redis': onTheWay('gatewaysToRedis', (proxy) => proxy.blackHole(), 5_000),
  'Redis slow': onTheWay('gatewaysToRedis', (proxy) => proxy.delay(300), 5_000),
  'reply of Redis lost': onTheWay('gatewaysToRedis', (proxy) => proxy.loseReplyTo('exec'), 300),
  'workers cut from Redis': onTheWay('workersToRedis', (proxy) => proxy.cut(), 3_000),
  'black hole between workers and Redis': onTheWay('workersToRedis', (proxy) => proxy.blackHole(), 5_000),
  'workers cut from PostgreSQL': onTheWay('workersToPostgres', (proxy) => proxy.cut(), 3_000),
  'PostgreSQL slow': onTheWay('workersToPostgres', (proxy) => proxy.delay(200), 5_000),
  'reply to COMMIT lost': onTheWay('workersToPostgres', (proxy) => proxy.loseReplyTo('commit'), 300),
};
