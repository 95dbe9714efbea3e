import type { StoredSourceMap } from '@sluice/db';
import { count, described, flag, id, listOf, named, object, text, time } from '@sluice/management';

/** Schema of a stored source map. */
export const sourceMapSchema = named(
  'SourceMap',
  object({
    id: described(id, 'Stays when the map is replaced.'),
    release: text(),
    filename: described(text(), 'Path of the minified file, as in the URL of a frame, without its first slash.'),
    size: described(count, 'Bytes of the upload.'),
    digest: described(text(), 'SHA-256 of the uploaded bytes, lower-case hex: what has the same one need not be sent.'),
    uploadedAt: time,
    problems: described(listOf(text()), 'What is wrong with the map; frames resolve as far as it is right.'),
    segments: described(count, 'Positions that it maps.'),
    sources: count,
    hasContents: described(flag, 'Whether frames can show lines of the original source.'),
  }),
);

/** A stored source map as it is sent. */
export const sourceMapToWire = (map: StoredSourceMap): unknown => ({
  id: map.id,
  release: map.release,
  filename: map.filename,
  size: map.size,
  digest: map.digest,
  uploadedAt: map.uploadedAt.toISOString(),
  problems: map.problems,
  segments: map.segments,
  sources: map.sources,
  hasContents: map.hasContents,
});
