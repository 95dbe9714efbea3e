import { createServer } from 'node:net';
import { freePort, type RedisSettings } from '@sluice/embedded';
import type { RedisSecurity } from './createRedisSecurity.js';
import { startBusProxy } from './startBusProxy.js';
import { startTestRedis, type TestRedis } from './startTestRedis.js';

/** Port of the cluster's bus, above that of the node. */
const BUS_OFFSET = 10_000;

/** A node, and the port where the other nodes reach its bus. */
export interface ClusterNode extends TestRedis {
  readonly busPort: number;
}

/** Which node to start. */
export interface NodePlace {
  readonly index: number;
  readonly conf: RedisSettings;
  /** Addresses of nodes that are cut off; without it, none ever is. */
  readonly cutOff: ReadonlySet<string> | undefined;
  readonly security: RedisSecurity | undefined;
}

/** Starts a node that belongs to no cluster yet. */
export async function startClusterNode({ index, conf, cutOff, security }: NodePlace): Promise<ClusterNode> {
  const port = await portWithBus();
  const tlsPort = security === undefined ? undefined : await portWithBus();
  const busPort = (tlsPort ?? port) + BUS_OFFSET;
  const proxy = cutOff === undefined ? undefined : await startBusProxy(index, busPort, cutOff);
  const node = await startTestRedis({
    port,
    ...(tlsPort === undefined ? {} : { tlsPort, security }),
    conf: {
      'cluster-enabled': 'yes',
      'cluster-node-timeout': '2000',
      'cluster-allow-replica-migration': 'no',
      'repl-diskless-sync-delay': '0',
      'repl-ping-replica-period': '1',
      ...proxy?.conf,
      ...conf,
    },
  });
  const stop = async (): Promise<void> => {
    await node.stop();
    await proxy?.close();
  };
  return { ...node, stop, busPort: proxy?.port ?? busPort };
}

/** A free port whose bus port, 10,000 above it, is free, too: a connection of another test may have it. */
async function portWithBus(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port + BUS_OFFSET < 65_536 && (await isFree(port + BUS_OFFSET))) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
