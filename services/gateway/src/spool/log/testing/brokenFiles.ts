import { nodeFileSystem, type SpoolFile, type SpoolFileSystem } from '../fileSystem.js';

/** Steps that a broken disk may refuse. */
type DiskStep = 'open' | 'write' | 'sync' | 'truncate' | 'syncDirectory';

/** The disk, which refuses a step of a segment as often as told; the done mark is not touched. */
export interface BrokenFiles extends SpoolFileSystem {
  /** How often each step still fails. */
  readonly failures: Partial<Record<DiskStep, number>>;
  /** How often segments were written to and synced. */
  readonly counts: { writes: number; syncs: number };
  /** Where set, a sync of a segment waits for it. */
  gate: Promise<void> | undefined;
}

/** A disk that works until `failures` says otherwise. */
export function brokenFiles(): BrokenFiles {
  const failures: BrokenFiles['failures'] = {};
  const counts = { writes: 0, syncs: 0 };
  const meet = (step: DiskStep): void => {
    const left = failures[step] ?? 0;
    if (left === 0) return;
    failures[step] = left - 1;
    throw Object.assign(new Error(`ENOSPC: no space left on device, ${step}`), { code: 'ENOSPC' });
  };
  const broken: BrokenFiles = {
    ...nodeFileSystem,
    failures,
    counts,
    gate: undefined,
    syncDirectory: async (directory) => {
      meet('syncDirectory');
      await nodeFileSystem.syncDirectory(directory);
    },
    open: async (path, flags) => {
      if (!path.endsWith('.log')) return nodeFileSystem.open(path, flags);
      meet('open');
      return wrapped(await nodeFileSystem.open(path, flags));
    },
  };
  const wrapped = (file: SpoolFile): SpoolFile => ({
    ...file,
    write: async (bytes, position) => {
      counts.writes += 1;
      if ((failures.write ?? 0) > 0) await file.write(bytes.subarray(0, bytes.length / 2), position);
      meet('write');
      await file.write(bytes, position);
    },
    sync: async () => {
      counts.syncs += 1;
      await broken.gate;
      meet('sync');
      await file.sync();
    },
    truncate: async (length) => {
      meet('truncate');
      await file.truncate(length);
    },
  });
  return broken;
}
