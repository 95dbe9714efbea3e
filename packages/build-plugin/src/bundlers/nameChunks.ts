import { nameCode } from '../debugIds/nameCode.js';
import { nameMap } from '../debugIds/nameMap.js';

interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly sourcemapFileName?: string | null | undefined;
  readonly moduleIds: readonly string[];
  code: string;
  map: { mappings: string } | null;
}

interface Asset {
  readonly type: 'asset';
  source: string | Uint8Array;
}

/** What a hook knows of the modules of its build. */
interface ModuleContext {
  getModuleInfo(id: string): { readonly code?: string | null } | null;
}

/**
 * Gives debug ids to the chunks of Rollup, Rolldown or Vite that have maps, and to the maps. Call it when the code is final and
 * before other plugins compute integrity hashes or compress it.
 */
export function nameChunks(context: ModuleContext, bundle: Readonly<Record<string, Chunk | Asset>>): void {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || chunk.map === null) continue;
    const asset = bundle[chunk.sourcemapFileName ?? `${chunk.fileName}.map`];
    if (asset?.type !== 'asset') continue;
    const named = nameCode(chunk.code, () => chunk.moduleIds.map((id) => context.getModuleInfo(id)?.code ?? ''));
    if (named === undefined) continue;
    const { debugId, head, tail } = named;
    const lines = head === '' ? 0 : 1;
    chunk.code = head + chunk.code + tail;
    // Vite may move positions of the chunk again, and then writes the asset from this map.
    const { map } = chunk;
    map.mappings = ';'.repeat(lines) + map.mappings;
    chunk.map = Object.assign(map, { debugId, debug_id: debugId });
    asset.source = nameMap(textOf(asset.source), debugId, lines);
  }
}

const textOf = (source: string | Uint8Array): string =>
  typeof source === 'string' ? source : Buffer.from(source).toString();
