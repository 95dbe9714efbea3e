import { type Compilation, type Compiler } from './compiler.js';
import { nameCode } from '../debugIds/nameCode.js';
import { nameMap } from '../debugIds/nameMap.js';

const CODE = /\.[cm]?js(?:\?.*)?$/i;

/**
 * Makes a compiler of webpack or Rspack give debug ids to the files of its chunks, after minification and before it makes their
 * maps, final hashes of names and compressed copies; and then to the maps.
 */
export function nameAssets({ hooks, webpack }: Compiler): void {
  const { PROCESS_ASSETS_STAGE_DEV_TOOLING: maps } = webpack.Compilation;
  hooks.thisCompilation.tap('sluice', (compilation) => {
    const ids = new Map<string, string>();
    compilation.hooks.processAssets.tap({ name: 'sluice', stage: maps - 1 }, () => {
      for (const file of filesOf(compilation)) nameFile(file);
    });
    compilation.hooks.processAssets.tap({ name: 'sluice', stage: maps + 1 }, () => {
      for (const [file, id] of ids) nameMapOf(file, id);
    });

    const nameFile = (file: string): void => {
      const source = compilation.getAsset(file)?.source;
      const named = source === undefined ? undefined : nameCode(source.source().toString());
      if (source === undefined || named === undefined) return;
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
const filesOf = ({ chunks }: Compilation): ReadonlySet<string> =>
  new Set([...chunks].flatMap(({ files }) => [...files]).filter((file) => CODE.test(file)));
