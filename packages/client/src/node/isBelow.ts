import path, { type PlatformPath } from 'node:path';

/**
 * Whether a path is a directory or lies below it. On Windows nothing of another drive, share or device does.
 *
 * @param paths how paths are read: those of this system
 */
export const isBelow = (directory: string, file: string, paths: PlatformPath = path): boolean => {
  const relative = paths.relative(directory, file);
  return relative !== '..' && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative);
};
