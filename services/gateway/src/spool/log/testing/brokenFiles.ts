import { nodeFileSystem, type SpoolFile, type SpoolFileSystem } from '../fileSystem.js';

/** Operations that can be made to fail. */
type DiskStep = 'open' | 'write' | 'sync' | 'truncate' | 'syncDirectory';

/** A file system whose operations on segments can be made to fail. The checkpoint is not affected. */
export interface BrokenFiles extends SpoolFileSystem {
  /** How often each operation still fails. */
  readonly failures: Partial<Record<DiskStep, number>>;
  /** Writes and syncs of segments. */
  readonly counts: { writes: number; syncs: number };
  /** If set, syncs of segments wait for it. */
  gate: Promise<void> | undefined;
}

/** Returns a file system that works until `failures` is set. */
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
