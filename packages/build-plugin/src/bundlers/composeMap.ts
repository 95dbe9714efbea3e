import remapping from '@jridgewell/remapping';
import { readFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

/**
 * Composes two levels of source maps: sources below `written`, which another bundler generated, are replaced by the original
 * sources in the maps beside them. Returns the map unchanged if there is nothing to replace.
 * @param path path of the map, to which its sources are relative
 * @param written directory of the intermediate files
 * @throws SyntaxError if a map is not JSON
 */
export function composeMap(map: string, path: string, written: string): string {
  const mapOf = (source: string): string | undefined => {
    const file = resolve(dirname(path), source);
    return file.startsWith(written + sep) ? readIfThere(`${file}.map`) : undefined;
  };
  const { sources = [] } = JSON.parse(map) as { readonly sources?: readonly (string | null)[] };
  if (!sources.some((source) => source !== null && mapOf(source) !== undefined)) return map;
  return remapping(map, (source) => mapOf(source) ?? null).toString();
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
