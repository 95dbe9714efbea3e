import { type BuildResult } from 'esbuild';
import { relative, resolve, sep } from 'node:path';
import { diskStorage } from '../output/diskStorage.js';
import { type EmittedOutput } from '../output/emittedOutput.js';

type Written = Pick<EmittedOutput, 'files' | 'storage' | 'directory'>;

const nameIn = (directory: string, path: string): string => relative(directory, path).split(sep).join('/');

/** Storage of esbuild's output: on disk, or in memory with `write: false`, from which maps are then removed. */
export function esbuildStorage(result: BuildResult, base: string, directory: string): Written {
  const { outputFiles } = result;
  if (outputFiles === undefined) {
    const paths = Object.keys(result.metafile?.outputs ?? {});
    const files = paths.map((path) => ({ name: nameIn(directory, resolve(base, path)) }));
    return { files, directory, storage: diskStorage(directory) };
  }
  const indexOf = (name: string): number => outputFiles.findIndex(({ path }) => nameIn(directory, path) === name);
  return {
    directory,
    files: outputFiles.map(({ path }) => ({ name: nameIn(directory, path) })),
    storage: {
      pathOf: (name) => resolve(directory, name),
      async read(name) {
        const file = outputFiles[indexOf(name)];
        if (file === undefined) throw new Error('it is not there');
        return Promise.resolve(file.contents);
      },
      async remove(name) {
        const index = indexOf(name);
        if (index !== -1) outputFiles.splice(index, 1);
        return Promise.resolve();
      },
    },
  };
}
