import { dirname, resolve } from 'node:path';

/** The directory below which an output of Rollup or Rolldown was written. */
export const writtenDirectory = ({
  dir,
  file,
}: {
  readonly dir?: string | undefined;
  readonly file?: string | undefined;
}): string => resolve(dir ?? dirname(file ?? '.'));
