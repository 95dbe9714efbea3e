import { relative, resolve, sep } from 'node:path';
import { type SluiceOptions } from '../../types/options.d.js';
import { type EmittedOutput } from './emittedOutput.js';
import { pathPrefix } from './pathPrefix.js';

/** Facts about an output. */
export type PrefixOutput = Pick<EmittedOutput, 'directory' | 'publicPath' | 'isServer'>;

export interface PrefixOptions extends Pick<SluiceOptions, 'urlPrefix' | 'appRoot'> {
  /** Working directory of the build. */
  readonly startedIn: string;
}

/**
 * Returns the path prefix of an output in stack frames, without the leading `/`. In browsers it is the path of `urlPrefix` or the
 * bundler's public path. On a server it is the output directory relative to `appRoot`, as in the SDK for Node; empty if the
 * directory is outside it.
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
