import { afterEach, beforeEach } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openSpool, type SpoolOptions } from '../openSpool.js';
import type { Spool } from '../spool.js';

/** Spools of one test, in a separate directory. */
export interface UsedSpools {
  readonly directory: () => string;
  /** Opens the spool of the directory and closes it after the test. */
  readonly open: (options?: Partial<SpoolOptions>) => Promise<Spool>;
}

/** Provides a new directory for each test of a file. */
export function useSpools(): UsedSpools {
  let directory = '';
  let opened: Spool[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'spool-'));
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((spool) => spool.close()));
    await rm(directory, { recursive: true, force: true });
  });
  return {
    directory: () => directory,
    open: async (options = {}) => {
      const spool = await openSpool({ directory, maxBytes: 1_000_000, ...options });
      opened.push(spool);
      return spool;
    },
  };
}

/** Reads and removes all entries. Resolves with their texts, oldest first. */
export async function drain(spool: Spool, maxEntries = 3): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const entries = await spool.peek(maxEntries, 1_000);
    if (entries.length === 0) return texts;
    texts.push(...entries.map(({ bytes }) => bytes.toString()));
    await spool.remove(entries.length);
  }
}

/** Resolves with the texts of the oldest entries, without removing them. */
export const heads = async (spool: Spool, maxEntries = 1_000): Promise<string[]> =>
  (await spool.peek(maxEntries, 1_000_000)).map(({ bytes }) => bytes.toString());
