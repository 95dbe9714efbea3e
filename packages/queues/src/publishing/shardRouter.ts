import { shardKeys, type PlacementRecord, type RedisClient } from '@sluice/redis';
import { Backoff } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { earlierShardsOf, shardOfBatch } from '../shardOf.js';
import type { PublishBatch } from '../types.js';
import type { GroupCommit } from './groupCommit.js';
import type { Ticket } from './ticket.js';

/**
 * How long after a change of the placement batches are looked up in their earlier shards before they are published. Only a
 * batch that was charged before the change can be there without a record that says so, and a charge is published within
 * `REDIS_RETRY_MS`, which is at most a minute. Milliseconds.
 */
const LOOK_BACK_MS = 120_000;

const BACKOFF = { firstMs: 20, maxMs: 250 };

/** Dependencies of a router. */
export interface ShardRouterDeps {
  readonly client: Pick<RedisClient, 'get'>;
  /** Returns what publishes to a queue shard in an epoch. */
  readonly openGroup: (shard: number, epoch: number) => GroupCommit;
}

/** The groups of one epoch. */
interface Generation {
  readonly record: PlacementRecord;
  readonly groups: readonly GroupCommit[];
  /** Of `performance.now()`: until then, batches are looked up in earlier shards. */
  readonly lookBackUntil: number;
}

/**
 * Passes batches to the group of their queue shard. When the placement changes (the number of shards, or only the spread of a
 * project), the groups of the old epoch end, and what they have not published goes to the new shard, unless the accept mark in
 * the old shard says that it is published. Fences make that answer final: nothing of an old epoch is published any more when a
 * new one is known.
 */
export class ShardRouter {
  private generation: Generation | undefined;
  private readonly busy = new Set<Promise<unknown>>();

  constructor(private readonly deps: ShardRouterDeps) {}

  /** Publishes by this placement from now on. */
  use(record: PlacementRecord): void {
    const before = this.generation;
    if (before?.record.epoch === record.epoch) return;
    this.generation = {
      record,
      groups: Array.from({ length: record.shards }, (_, shard) => this.deps.openGroup(shard, record.epoch)),
      lookBackUntil: before === undefined ? 0 : performance.now() + LOOK_BACK_MS,
    };
    for (const group of before?.groups ?? []) {
      this.track(group.idle());
      group.close((tickets) => tickets.forEach((ticket) => this.track(this.place(ticket))));
    }
  }

  /** Publishes a ticket's batch, as soon as a placement is known. */
  add(ticket: Ticket): void {
    const now = this.generation;
    if (now === undefined || performance.now() < now.lookBackUntil) this.track(this.place(ticket));
    else now.groups[shardOfBatch(ticket.batch, now.record)]?.add(ticket);
  }

  /** Resolves with the accept mark of a batch, in its shard or in one that it had before; `null` if it has none. */
  async findMark(batch: Pick<PublishBatch, 'projectId' | 'hash' | 'batchId'>): Promise<string | null> {
    const { generation } = this;
    if (generation === undefined) throw new Error('the placement of queue shards is not known: Redis has not answered');
    const shard = shardOfBatch(batch, generation.record);
    return this.markIn([shard, ...earlierShardsOf(batch, generation.record)], batch);
  }

  /** Resolves when every ticket is settled and no transaction is in progress. */
  async idle(): Promise<void> {
    while (this.busy.size > 0) await Promise.all(this.busy);
    await Promise.all(this.generation?.groups.map((group) => group.idle()) ?? []);
    if (this.busy.size > 0) await this.idle();
  }

  /** Settles a ticket by its mark in an earlier shard, or passes it to the group of its shard. */
  private async place(ticket: Ticket): Promise<void> {
    const backoff = new Backoff(BACKOFF);
    while (!ticket.settled) {
      const { generation } = this;
      if (generation === undefined) {
        await delay(backoff.next());
        continue;
      }
      const { batch } = ticket;
      try {
        const mark = await this.markIn(earlierShardsOf(batch, generation.record), batch);
        if (mark !== null) return ticket.settle(mark.endsWith(`:${ticket.token}`) ? 'accepted' : 'duplicate');
        if (generation !== this.generation) continue;
        generation.groups[shardOfBatch(batch, generation.record)]?.add(ticket);
        return;
      } catch (error) {
        ticket.cause = error;
        await delay(backoff.next());
      }
    }
  }

  private async markIn(
    shards: readonly number[],
    { projectId, hash, batchId }: Pick<PublishBatch, 'projectId' | 'hash' | 'batchId'>,
  ): Promise<string | null> {
    // Not one pipeline: the shards of a cluster are on several servers.
    const marks = await Promise.all(
      shards.map((shard) => this.deps.client.get(shardKeys.mark(shard, projectId, hash))),
    );
    return marks.find((mark) => mark?.startsWith(`${batchId}:`)) ?? null;
  }

  private track(work: Promise<unknown>): void {
    const tracked = work.finally(() => this.busy.delete(tracked));
    this.busy.add(tracked);
  }
}
