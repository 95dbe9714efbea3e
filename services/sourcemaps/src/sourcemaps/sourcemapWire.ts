import type { StoredSourceMap } from '@sluice/sourcemaps/statements';
import { needsUpload } from './needsUpload.js';

/** Returns a stored source map as in a response. */
export const sourceMapToWire = (map: StoredSourceMap) => ({
  id: map.id,
  release: map.release,
  filename: map.filename,
  debugId: map.debugId,
  size: map.size,
  digest: map.digest,
  uploadedAt: map.uploadedAt.toISOString(),
  problems: map.problems,
  segments: map.segments,
  sources: map.sources,
  hasContents: map.hasContents,
  needsUpload: needsUpload(map),
});
