import { UploadError } from './uploadError.js';

/** Bytes of the largest source map that the service takes, inclusive (protocol 8). */
export const MAX_MAP_BYTES = 52_428_800;

/** Throws where a map is larger than the service takes. @param bytes its size */
export function checkSize(bytes: number): void {
  if (bytes <= MAX_MAP_BYTES) return;
  const megabytes = (bytes / 1_048_576).toFixed(1);
  throw new UploadError(
    'too_large',
    `The map has ${megabytes} MB, and the service takes 50 MB. Split the bundle, or leave sourcesContent out of the map.`,
  );
}
