import { type Chunk, type Compilation, type CompiledModule, type Compiler } from './compiler.js';
import { DEBUG_IDS, nameCode } from '../debugIds/nameCode.js';
import { nameMap } from '../debugIds/nameMap.js';

const CODE = /\.[cm]?js(?:\?.*)?$/i;

/**
 * Makes a compiler of webpack or Rspack give debug ids to the files of its chunks, after minification and before it makes their
 * maps, final hashes of names and compressed copies; and then to the maps.
 */
export function nameAssets({ hooks, webpack }: Compiler): void {
  const { PROCESS_ASSETS_STAGE_DEV_TOOLING: maps } = webpack.Compilation;
  const { JavascriptModulesPlugin } = webpack.javascript;
  hooks.thisCompilation.tap('sluice', (compilation) => {
    // Without `realContentHash`, the hash in a name depends on what was hashed before the file got its id.
    JavascriptModulesPlugin.getCompilationHooks(compilation as never).chunkHash.tap('sluice', (_chunk, hash) => {
      hash.update(DEBUG_IDS);
    });
    const ids = new Map<string, string>();
    compilation.hooks.processAssets.tap({ name: 'sluice', stage: maps - 1 }, () => {
      for (const [file, chunk] of filesOf(compilation)) nameFile(file, chunk);
    });
    compilation.hooks.processAssets.tap({ name: 'sluice', stage: maps + 1 }, () => {
      for (const [file, id] of ids) nameMapOf(file, id);
    });

    const nameFile = (file: string, chunk: Chunk): void => {
      const source = compilation.getAsset(file)?.source;
      if (source === undefined) return;
      const modules = (): readonly string[] => compilation.chunkGraph.getChunkModules(chunk).flatMap(codeOf);
      const named = nameCode(source.source().toString(), modules);
      if (named === undefined) return;
      ids.set(file, named.debugId);
      compilation.updateAsset(file, new webpack.sources.ConcatSource(named.head, source, named.tail));
    };
    const nameMapOf = (file: string, id: string): void => {
      const map = compilation.getAsset(file)?.info.related?.['sourceMap'];
      const source = typeof map === 'string' ? compilation.getAsset(map)?.source : undefined;
      if (typeof map !== 'string' || source === undefined) return;
      compilation.updateAsset(map, new webpack.sources.RawSource(nameMap(source.source().toString(), id)));
    };
  });
}

/** Files of chunks: other assets, such as copied ones, are not code of this build. */
const filesOf = ({ chunks }: Compilation): ReadonlyMap<string, Chunk> =>
  new Map(
    [...chunks].flatMap((chunk) =>
      [...chunk.files].filter((file) => CODE.test(file)).map((file) => [file, chunk] as const),
    ),
  );

/** Returns the code of a module, or that of those that were joined to it. */
const codeOf = (module: CompiledModule): readonly string[] =>
  module.modules === undefined
    ? [module.originalSource?.()?.source().toString() ?? '']
    : [...module.modules].flatMap(codeOf);
