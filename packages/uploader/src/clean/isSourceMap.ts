import { readFile } from 'node:fs/promises';

interface SourceMap {
  /** The file that the map is of, as its tool wrote it. */
  readonly file?: unknown;
  readonly mappings?: unknown;
  readonly sections?: unknown;
}

/** Returns a file as a source map: a JSON object with `mappings`, or `sections` for index maps; `undefined` if it is none. */
export async function readSourceMap(absolute: string): Promise<SourceMap | undefined> {
  try {
    const text = (await readFile(absolute, 'utf8')).replace(/^\uFEFF?(?:\)\]\}'[^\n]*\n)?/, '');
    const map = Object(JSON.parse(text)) as SourceMap;
    return typeof map.mappings === 'string' || Array.isArray(map.sections) ? map : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file is a source map. */
export const isSourceMap = async (absolute: string): Promise<boolean> => (await readSourceMap(absolute)) !== undefined;
