import type { StoredSourceMap } from '@sluice/db';
import { INDEX_FORMAT } from '@sluice/sourcemaps';

/**
 * Whether an upload of a stored map's own bytes would put something right: its index is damaged, or of an earlier format.
 * Upkeep tries too; but only an upload is certain to bring the bytes.
 */
export const needsUpload = ({ isDamaged, format }: Pick<StoredSourceMap, 'isDamaged' | 'format'>): boolean =>
  isDamaged || format < INDEX_FORMAT;
