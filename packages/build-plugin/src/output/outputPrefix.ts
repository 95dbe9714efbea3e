import { relative, resolve, sep } from 'node:path';
import { type SluiceOptions } from '../../types/options.js';
import { type EmittedOutput } from './emittedOutput.js';
import { pathPrefix } from './pathPrefix.js';

/** What is known of an output. */
export type PrefixOutput = Pick<EmittedOutput, 'directory' | 'publicPath' | 'isServer'>;

export interface PrefixOptions extends Pick<SluiceOptions, 'urlPrefix' | 'appRoot'> {
  /** Where the build was started. */
  readonly startedIn: string;
}

/**
 * What stands before the files of an output in stack frames, without its first `/`. In browsers it is the path of
 * `urlPrefix` or of the bundler's public path. On a server it is the output directory relative to `appRoot`, as the SDK for
 * Node has it; nothing where the directory is not below that.
 */
export function outputPrefix(
  { directory, publicPath, isServer }: PrefixOutput,
  { urlPrefix, appRoot, startedIn }: PrefixOptions,
): string {
  const given = typeof urlPrefix === 'function' ? urlPrefix({ directory, isServer }) : isServer ? undefined : urlPrefix;
  if (given !== undefined || !isServer) return pathPrefix(given ?? publicPath ?? '');
  const path = relative(resolve(startedIn, appRoot ?? '.'), directory)
    .split(sep)
    .join('/');
  return path === '..' || path.startsWith('../') || /^[a-z]:/i.test(path) ? '' : path;
}
