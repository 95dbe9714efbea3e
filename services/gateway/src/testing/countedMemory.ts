import type { MemoryAccount } from '../http/bufferBudget.js';

/** Memory of a request under test, with the acquired bytes and their maximum. */
export interface CountedMemory extends Pick<MemoryAccount, 'acquire' | 'release'> {
  taken: number;
  most: number;
}

/** Returns a memory account of `max` bytes. */
export function countedMemory(max = Number.MAX_SAFE_INTEGER): CountedMemory {
  const memory: CountedMemory = {
    taken: 0,
    most: 0,
    acquire: (bytes) => {
      if (memory.taken + bytes > max) return false;
      memory.taken += bytes;
      memory.most = Math.max(memory.most, memory.taken);
      return true;
    },
    release: (bytes) => {
      memory.taken -= bytes;
    },
  };
  return memory;
}
