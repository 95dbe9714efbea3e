import { AbstractConnector, Redis } from 'ioredis';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { backoffMs, type HostPort } from '@sluice/runtime';
import { RECONNECT, type ServerOptions } from './openServer.js';

/** A slot whose master a connection follows. */
export interface FollowedSlot {
  readonly slot: number;
  /** Configured nodes of the cluster. */
  readonly nodes: readonly HostPort[];
  /** User, password and encryption of the nodes. */
  readonly access: ServerOptions;
  /** Asked first: the node that the last redirection named. */
  redirectedTo?: HostPort | undefined;
}

type Stream = Awaited<ReturnType<AbstractConnector['connect']>>;
type EmitError = Parameters<AbstractConnector['connect']>[0];

/** How long one node may take to connect, and to answer; milliseconds. */
const ASK_MS = 1_000;

/**
 * Returns the connector of a connection that always leads to the master of one slot: a connection that blocks, or must not
 * mix with others, needs no more of a cluster. Each time it connects, it asks a node who the master is.
 */
export function slotConnector(followed: FollowedSlot): new (options: unknown) => AbstractConnector {
  return class SlotConnector extends AbstractConnector {
    /** Nodes that the cluster named the last time. */
    private known: readonly HostPort[] = [];
    private attempt = 0;

    constructor(options: unknown) {
      super((options as ServerOptions).disconnectTimeout ?? 0);
    }

    override async connect(emitError: EmitError): Promise<Stream> {
      this.connecting = true;
      const attempt = (this.attempt += 1);
      for (let round = 1; ; round += 1) {
        const owner = await this.findOwner();
        if (!this.isCurrent(attempt)) throw new Error('Connection is closed.');
        if (typeof owner !== 'string') return this.open(owner);
        emitError('error', new Error(`no node of the cluster names the master of slot ${followed.slot}: ${owner}`));
        await delay(backoffMs(round, RECONNECT));
      }
    }

    /** Whether the connection is still the one of this call: not closed and not replaced. */
    private isCurrent(attempt: number): boolean {
      return this.connecting && attempt === this.attempt;
    }

    /** The master of the slot, or why it is not known. */
    private async findOwner(): Promise<HostPort | string> {
      const { redirectedTo, nodes } = followed;
      followed.redirectedTo = undefined;
      let problem = 'none was configured';
      for (const node of [...(redirectedTo === undefined ? [] : [redirectedTo]), ...this.known, ...nodes]) {
        try {
          const { owner, all } = await askNode(node, followed);
          if (all.length > 0) this.known = all;
          if (owner !== undefined) return owner;
          problem = 'the slot has none';
        } catch (error) {
          problem = error instanceof Error ? error.message : String(error);
        }
      }
      return problem;
    }

    private open(owner: HostPort): Stream {
      const { tls } = followed.access;
      const { host, port } = owner;
      this.stream = tls === undefined ? createConnection({ host, port }) : connectTls({ ...tls, host, port });
      this.stream.once('error', (error: Error) => {
        this.firstError = error;
      });
      return this.stream;
    }
  };
}

type SlotRange = readonly [from: number, to: number, ...nodes: (readonly [string | null, number])[]];

/** Asks one node for the master of the slot and for all masters. */
async function askNode(
  node: HostPort,
  { slot, access }: FollowedSlot,
): Promise<{ readonly owner: HostPort | undefined; readonly all: readonly HostPort[] }> {
  const client = new Redis({
    ...node,
    ...access,
    connectTimeout: ASK_MS,
    commandTimeout: ASK_MS,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    const ranges = (await client.cluster('SLOTS')) as unknown as readonly SlotRange[];
    // A node that does not know its own address names none.
    const masters = ranges.map(([from, to, master]) => ({
      from,
      to,
      node: { host: master?.[0] || node.host, port: master?.[1] ?? node.port },
    }));
    const owner = masters.find(({ from, to }) => from <= slot && slot <= to)?.node;
    return { owner, all: masters.map((master) => master.node) };
  } finally {
    client.disconnect();
  }
}
