import path, { type PlatformPath } from 'node:path';

/**
 * Whether a path is a directory or below it. On Windows, paths on another drive, share or device are not.
 *
 * @param paths path functions; default those of this system
 */
export const isBelow = (directory: string, file: string, paths: PlatformPath = path): boolean => {
  const relative = paths.relative(directory, file);
  return relative !== '..' && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative);
};
