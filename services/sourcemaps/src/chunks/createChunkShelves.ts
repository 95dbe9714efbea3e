/** A chunk of an organization, by the SHA-1 of its bytes. */
export interface ChunkName {
  readonly organizationId: string;
  readonly sha1: string;
}

/** A chunk on disk. */
interface Chunk {
  readonly file: string;
  /** Bytes that it counts for. */
  readonly weight: number;
  arrivedMs: number;
  /** While it is above 0, the chunk is not removed. */
  holders: number;
}

/** The chunks of all organizations, each organization's in the order of their last use. */
interface ChunkShelves {
  readonly get: (name: ChunkName) => Chunk | undefined;
  /** As `get`, and the chunk counts as used. */
  readonly use: (name: ChunkName) => Chunk | undefined;
  /** Adds a chunk that is not there. */
  readonly put: (name: ChunkName, chunk: Chunk) => void;
  readonly remove: (name: ChunkName) => void;
  /** Returns all chunks of an organization, used least recently first. */
  readonly of: (organizationId: string) => Iterable<readonly [sha1: string, chunk: Chunk]>;
  /** Returns the organizations that have chunks, that with the most bytes first. */
  readonly organizations: () => readonly string[];
  /** Returns the bytes of an organization, or of all. */
  readonly weight: (organizationId?: string) => number;
}

interface Shelf {
  readonly chunks: Map<string, Chunk>;
  weight: number;
}

/** Returns empty shelves. */
export function createChunkShelves(): ChunkShelves {
  const shelves = new Map<string, Shelf>();
  let total = 0;
  const get = ({ organizationId, sha1 }: ChunkName): Chunk | undefined => shelves.get(organizationId)?.chunks.get(sha1);
  const put = ({ organizationId, sha1 }: ChunkName, chunk: Chunk): void => {
    const shelf = shelves.get(organizationId) ?? { chunks: new Map<string, Chunk>(), weight: 0 };
    shelf.chunks.set(sha1, chunk);
    shelf.weight += chunk.weight;
    total += chunk.weight;
    shelves.set(organizationId, shelf);
  };
  const remove = ({ organizationId, sha1 }: ChunkName): void => {
    const shelf = shelves.get(organizationId);
    const chunk = shelf?.chunks.get(sha1);
    if (shelf === undefined || chunk === undefined) return;
    shelf.chunks.delete(sha1);
    shelf.weight -= chunk.weight;
    total -= chunk.weight;
    if (shelf.chunks.size === 0) shelves.delete(organizationId);
  };
  return {
    get,
    put,
    remove,
    use: (name) => {
      const chunk = get(name);
      if (chunk === undefined) return undefined;
      // To the end of their order.
      remove(name);
      put(name, chunk);
      return chunk;
    },
    of: (organizationId) => shelves.get(organizationId)?.chunks ?? [],
    organizations: () => [...shelves].sort(([, a], [, b]) => b.weight - a.weight).map(([id]) => id),
    weight: (organizationId) => (organizationId === undefined ? total : (shelves.get(organizationId)?.weight ?? 0)),
  };
}
