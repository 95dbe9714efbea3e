import { readFileSync, statSync } from 'node:fs';

/** Bytes; a larger file is not read. */
const LARGEST = 2_097_152;
/** Characters of all files that are kept. */
const MOST_CHARACTERS = 4_194_304;
/** Files that are kept, those that cannot be read included. */
const MOST_FILES = 100;
/** Milliseconds for which a file is taken to be as it was. */
const FRESH_MS = 2_000;

interface SourceFile {
  /** `undefined` where it cannot be read. */
  readonly lines: readonly string[] | undefined;
  readonly characters: number;
  /** Time of change and size; the same while the file is. */
  readonly version: string;
  checkedAt: number;
}

/** Reads files, and keeps those that were used last. */
export interface SourceFiles {
  /** Lines of a file that is kept and fresh; `undefined` where it has to be read. Costs no I/O. */
  kept(file: string): { readonly lines: readonly string[] | undefined } | undefined;
  /** Lines of a file; `undefined` where it is missing, unreadable, no file or larger than 2 MiB. Never throws. */
  read(file: string): readonly string[] | undefined;
}

/** @param now milliseconds, of a clock that is never put back */
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

/** Empty if the file is not one that may be read. */
function versionOf(file: string): string {
  try {
    const found = statSync(file);
    // A pipe or a device may never come to its end.
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
