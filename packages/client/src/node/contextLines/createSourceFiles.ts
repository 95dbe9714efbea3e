import { readFileSync, statSync } from 'node:fs';

/** Maximum bytes of a file. */
const LARGEST = 2_097_152;
/** Maximum characters of all cached files. */
const MOST_CHARACTERS = 4_194_304;
/** Maximum cached files, including unreadable ones. */
const MOST_FILES = 100;
/** Milliseconds until a cached file is checked for changes. */
const FRESH_MS = 2_000;

interface SourceFile {
  /** `undefined` if it cannot be read. */
  readonly lines: readonly string[] | undefined;
  readonly characters: number;
  /** Modification time and size, which identify a version of the file. */
  readonly version: string;
  checkedAt: number;
}

/** Reads files through an LRU cache. */
export interface SourceFiles {
  /** Lines of a fresh cached file; `undefined` if it must be read. No I/O. */
  kept(file: string): { readonly lines: readonly string[] | undefined } | undefined;
  /** Lines of a file; `undefined` if it is missing, unreadable, not a regular file or larger than 2 MiB. Never throws. */
  read(file: string): readonly string[] | undefined;
}

/** @param now monotonic clock in milliseconds */
export function createSourceFiles(now = (): number => performance.now()): SourceFiles {
  const files = new Map<string, SourceFile>();
  let characters = 0;
  const drop = (file: string): void => {
    characters -= files.get(file)?.characters ?? 0;
    files.delete(file);
  };
  const keep = (file: string, found: SourceFile): void => {
    drop(file);
    files.set(file, found);
    characters += found.characters;
    for (const oldest of files.keys()) {
      if (characters <= MOST_CHARACTERS && files.size <= MOST_FILES) break;
      drop(oldest);
    }
  };
  return {
    kept: (file) => {
      const found = files.get(file);
      if (found === undefined || now() - found.checkedAt >= FRESH_MS) return undefined;
      keep(file, found);
      return found;
    },
    read: (file) => {
      const before = files.get(file);
      const version = versionOf(file);
      const found = before?.version === version ? before : readSource(file, version);
      found.checkedAt = now();
      keep(file, found);
      return found.lines;
    },
  };
}

/** Empty if the file may not be read. */
function versionOf(file: string): string {
  try {
    const found = statSync(file);
    // Pipes and devices may never end.
    return found.isFile() && found.size <= LARGEST ? `${found.mtimeMs} ${found.size}` : '';
  } catch {
    return '';
  }
}

function readSource(file: string, version: string): SourceFile {
  const none = { lines: undefined, characters: 0, version, checkedAt: 0 };
  try {
    if (version === '') return none;
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    return { ...none, lines: text.split('\n'), characters: text.length };
  } catch {
    return none;
  }
}
