import { dirname, resolve } from 'node:path';
import { diskStorage } from '../output/diskStorage.js';
import { type EmittedOutput } from '../output/emittedOutput.js';

/** Storage of an output directory of Vite, Rollup or Rolldown. */
export function diskOutput({
  dir,
  file,
}: {
  readonly dir?: string | undefined;
  readonly file?: string | undefined;
}): Pick<EmittedOutput, 'directory' | 'storage'> {
  const directory = resolve(dir ?? dirname(file ?? '.'));
  return { directory, storage: diskStorage(directory) };
}
