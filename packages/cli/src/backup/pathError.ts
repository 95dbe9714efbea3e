import path from 'node:path';
import { messageOf } from '@sluice/runtime';
import { CliError } from '../cliError.js';

/** What is wrong with the directory of a file. */
const REASONS: Readonly<Record<string, (directory: string) => string>> = {
  ENOENT: (directory) => `the directory ${directory} does not exist`,
  ENOTDIR: (directory) => `${directory} is not a directory`,
  EACCES: (directory) => `this user may not write to the directory ${directory}`,
  EPERM: (directory) => `this user may not write to the directory ${directory}`,
  EROFS: (directory) => `the directory ${directory} is read-only`,
  ENOSPC: (directory) => `no space is left in the directory ${directory}`,
  EDQUOT: (directory) => `the quota of the directory ${directory} is used up`,
};

/** Returns the code of an error of the system; empty if it has none. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Returns the message of an error of the system without the call and its paths, which may be those of a draft. */
export const reasonOf = (error: unknown): string => messageOf(error).replace(/, \w+(?: '.*)?$/, '');

/** Returns the error for a file that cannot be written. */
export const cannotWrite = (file: string, error: unknown): CliError =>
  new CliError('failed', `cannot write ${file}: ${REASONS[codeOf(error)]?.(path.dirname(file)) ?? reasonOf(error)}`);
