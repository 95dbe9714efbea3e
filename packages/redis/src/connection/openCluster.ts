import { Cluster, type Command, type Redis } from 'ioredis';
import { backoffMs, type HostPort, type Logger } from '@sluice/runtime';
import { reportState } from './reportState.js';
import { serversOf } from './redisClient.js';
import { isServerUsable, watchHealth } from './watchHealth.js';
import { writeTogether } from './writeTogether.js';
import { RECONNECT, type ServerOptions } from './openServer.js';

/** How a connection to a cluster behaves. */
export interface ClusterBehavior {
  /** A command fails at once without a connection; otherwise it waits for one. */
  readonly failFast: boolean;
  /** Milliseconds until a command without a response is rejected, redirections included. */
  readonly commandTimeoutMs: number;
  /** Options of the connection to each node. */
  readonly node: ServerOptions;
}

/** Time between two reads of the slots, in milliseconds: finds promoted replicas and nodes that came back. */
const REFRESH_MS = 2_000;
/** Redirections of one command. Six cover a slot that moves twice; each TRYAGAIN costs a pause. */
const REDIRECTIONS = 6;
const TRY_AGAIN_MS = 100;
/** Silence of all masters after which the configured nodes are asked again: all addresses may be new. */
const LOST_MS = 10_000;
const SUPERVISE_MS = 1_000;

/**
 * Opens connections to all masters of a cluster, and follows its slots. MOVED, ASK and TRYAGAIN mean that a command was not
 * executed, so it is sent again where it belongs. A command whose connection was lost is never sent again.
 */
export function openCluster(
  nodes: readonly HostPort[],
  { name, logger }: { readonly name: string; readonly logger: Logger | undefined },
  behavior: ClusterBehavior,
): Cluster {
  const client = new RoutedCluster([...nodes], behavior);
  const watched = new WeakSet<Redis>();
  client.on('+node', (node: Redis) => {
    writeTogether(node);
    // From the first connection on: the check that makes the cluster ready waits for it.
    if (behavior.failFast) node.once('ready', () => (node.options.enableOfflineQueue = false));
    node.on('close', () => {
      if (client.status === 'ready') client.refreshSlotsCache();
    });
  });
  client.on('refresh', () => {
    for (const node of serversOf(client)) {
      if (!watched.has(node)) {
        watched.add(node);
        watchHealth(node, clusterProblem);
        reportState(node, `${name} ${node.options.host}:${node.options.port}`, logger);
      }
      if (node.status === 'wait') node.connect().catch(() => undefined);
    }
  });
  reportState(client, name, logger);
  supervise(client);
  return client;
}

class RoutedCluster extends Cluster {
  constructor(
    nodes: HostPort[],
    private readonly behavior: ClusterBehavior,
  ) {
    const backoff = (attempt: number): number => backoffMs(attempt, RECONNECT);
    super(nodes, {
      maxRedirections: REDIRECTIONS,
      retryDelayOnTryAgain: TRY_AGAIN_MS,
      // 0: such a command is not repeated. One whose connection was lost may have been executed.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      slotsRefreshInterval: REFRESH_MS,
      clusterRetryStrategy: backoff,
      // Without it, a master that restarts is unknown until the next read of the slots.
      clusterNodeRetryStrategy: backoff,
      // Names stay names: certificates contain names, and each connection resolves them anew.
      dnsLookup: (host, callback) => callback(null, host),
      redisOptions: behavior.node,
    });
  }

  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    // The check that makes the cluster ready is a command `CLUSTER`.
    const isOwn = command.name === 'cluster';
    if (this.behavior.failFast && this.status !== 'ready' && !isOwn) return rejected(command);
    if (!isOwn) command.setTimeout(this.behavior.commandTimeoutMs);
    return super.sendCommand(command, stream, node);
  }
}

function rejected(command: Command): unknown {
  command.reject(new Error("Stream isn't writeable: no node of the cluster is connected"));
  return command.promise;
}

/** Returns why a node cannot be used although it answers. */
async function clusterProblem(node: Redis): Promise<string | undefined> {
  const info = await node.cluster('INFO');
  const field = (key: string): string => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  if (field('cluster_state') !== 'ok') return 'says cluster_state:fail; a master is down or slots have no master';
  const covered = field('cluster_slots_ok');
  return covered === '16384' ? undefined : `says that only ${covered} of 16384 slots have a master`;
}

/** Connects anew, from the configured nodes, if no master has answered for a while. */
function supervise(client: Cluster): void {
  let answeredAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (client.status !== 'ready' || serversOf(client).some(isServerUsable)) answeredAt = now;
    if (now - answeredAt < LOST_MS) return;
    answeredAt = now;
    client.disconnect(true);
  }, SUPERVISE_MS).unref();
  client.on('end', () => clearInterval(timer));
}
