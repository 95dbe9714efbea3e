import { DAY_MS } from '@sluice/contract';
import { createChunkShelves, type ChunkName } from './createChunkShelves.js';

/** A chunk that has arrived. */
interface ArrivedChunk {
  readonly bytes: number;
  readonly file: string;
  readonly arrivedMs: number;
}

/** Result of adding a chunk. */
interface Admission {
  /** There is no room, because chunks that are held take it. */
  readonly isFull: boolean;
  /** Files to delete: of chunks that were evicted; the new one if it was there already, or there is no room. */
  readonly discarded: readonly string[];
}

/**
 * Keeps account of the chunks on disk. Their weights never exceed the capacity, and those of one organization half of
 * it. A new chunk takes the place of those used least recently: of its own organization if that has its half, otherwise
 * of the organization with the most. Chunks that are held stay.
 */
export interface ChunkLedger {
  readonly add: (name: ChunkName, chunk: ArrivedChunk) => Admission;
  /** Marks a chunk as used, and returns whether it is there. */
  readonly use: (name: ChunkName) => boolean;
  /** Returns the files of chunks, and keeps them until they are released; `undefined` if one is missing. */
  readonly hold: (organizationId: string, sha1s: readonly string[]) => HeldChunks | undefined;
  /** Removes the chunks that arrived more than {@link CHUNK_LIFE_MS} ago, and returns their files. */
  readonly expire: (nowMs: number) => readonly string[];
  /** Sum of the weights. */
  readonly weight: () => number;
}

/** Chunks that are not evicted before they are released. */
interface HeldChunks {
  readonly files: readonly string[];
  readonly release: () => void;
}

/** How long a chunk is kept after its arrival. */
export const CHUNK_LIFE_MS = DAY_MS;

/** The least that a chunk weighs: files cost more than their bytes, and this bounds their number. */
export const MIN_WEIGHT_BYTES = 65_536;

/** Returns a ledger without chunks. @param capacity in bytes */
export function createChunkLedger(capacity: number): ChunkLedger {
  const shelves = createChunkShelves();

  /** Removes the chunk of an organization that was used least recently; `undefined` if all are held. */
  const evictOf = (organizationId: string): string | undefined => {
    for (const [sha1, { file, holders }] of shelves.of(organizationId)) {
      if (holders > 0) continue;
      shelves.remove({ organizationId, sha1 });
      return file;
    }
    return undefined;
  };
  const evictAny = (): string | undefined => {
    for (const organizationId of shelves.organizations()) {
      const evicted = evictOf(organizationId);
      if (evicted !== undefined) return evicted;
    }
    return undefined;
  };

  return {
    add: (name, { bytes, file, arrivedMs }) => {
      const { organizationId } = name;
      const known = shelves.use(name);
      if (known !== undefined) {
        known.arrivedMs = arrivedMs;
        return { isFull: false, discarded: [file] };
      }
      const weight = Math.max(bytes, MIN_WEIGHT_BYTES);
      const hasShare = (): boolean => shelves.weight(organizationId) + weight <= capacity / 2;
      const discarded: string[] = [];
      while (!hasShare() || shelves.weight() + weight > capacity) {
        const evicted = hasShare() ? evictAny() : evictOf(organizationId);
        if (evicted === undefined) return { isFull: true, discarded: [...discarded, file] };
        discarded.push(evicted);
      }
      shelves.put(name, { file, weight, arrivedMs, holders: 0 });
      return { isFull: false, discarded };
    },
    use: (name) => shelves.use(name) !== undefined,
    hold: (organizationId, sha1s) => {
      const held = sha1s.flatMap((sha1) => shelves.get({ organizationId, sha1 }) ?? []);
      if (held.length < sha1s.length) return undefined;
      for (const chunk of held) chunk.holders += 1;
      return {
        files: held.map(({ file }) => file),
        release: () => {
          for (const chunk of held) chunk.holders -= 1;
        },
      };
    },
    expire: (nowMs) => {
      const files: string[] = [];
      for (const organizationId of shelves.organizations()) {
        for (const [sha1, { file, arrivedMs, holders }] of shelves.of(organizationId)) {
          if (holders > 0 || arrivedMs > nowMs - CHUNK_LIFE_MS) continue;
          shelves.remove({ organizationId, sha1 });
          files.push(file);
        }
      }
      return files;
    },
    weight: () => shelves.weight(),
  };
}
