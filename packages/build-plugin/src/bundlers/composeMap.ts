import remapping from '@jridgewell/remapping';
import { readFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

/**
 * A map whose sources are what another bundler wrote, as one whose sources are what people wrote: sources below `written`
 * are replaced by those of the map beside them. As it was given where there is nothing to replace.
 * @param path of the map: its sources are relative to it
 * @param written directory of the files that were bundled again
 * @throws SyntaxError where one of the maps is not JSON
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
