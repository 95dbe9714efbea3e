import { UploadError } from './uploadError.js';

/** Maximum bytes of a source map, inclusive (protocol 8). */
export const MAX_MAP_BYTES = 52_428_800;

/** @throws UploadError if a map is too large @param bytes its size */
export function checkSize(bytes: number): void {
  if (bytes <= MAX_MAP_BYTES) return;
  const megabytes = (bytes / 1_048_576).toFixed(1);
  throw new UploadError(
    'too_large',
    `The map has ${megabytes} MB; the limit is 50 MB. Split the bundle, or omit sourcesContent from the map.`,
  );
}
