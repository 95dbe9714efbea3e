import type { ShardConsumer } from './shardConsumer.js';

/** The consumers of all queue shards that are in use. */
export interface ShardSet {
  readonly all: () => readonly ShardConsumer[];
  /** Opens the consumers of further shards, or closes those of the last ones, which are empty. */
  readonly resize: (shards: number) => void;
  readonly start: () => void;
  readonly pause: (paused: boolean) => void;
  /** Resolves when the consumers that `resize` closed are closed. */
  readonly closed: () => Promise<void>;
}

/** Returns a set with the consumers of `shards` shards, which are not started. At least one always remains. */
export function createShardSet(shards: number, open: (shard: number) => ShardConsumer): ShardSet {
  const all = Array.from({ length: shards }, (_, shard) => open(shard));
  const closing = new Set<Promise<void>>();
  let [started, paused] = [false, false];
  return {
    all: () => all,
    resize: (count) => {
      while (all.length < count) {
        const added = open(all.length);
        all.push(added);
        if (started) added.start();
        if (paused) added.pause();
      }
      for (const removed of all.splice(Math.max(1, count))) {
        const end = removed.close().finally(() => closing.delete(end));
        closing.add(end);
      }
    },
    start: () => {
      started = true;
      for (const shard of all) shard.start();
    },
    pause: (next) => {
      paused = next;
      for (const shard of all) {
        if (paused) shard.pause();
        else shard.resume();
      }
    },
    closed: async () => {
      await Promise.all(closing);
    },
  };
}
