import type { StoredSourceMap } from '@sluice/sourcemaps/statements';
import { INDEX_FORMAT } from '@sluice/sourcemaps';

/**
 * Whether uploading the same bytes of a stored map again would repair it: its index is damaged or of an earlier
 * format. Maintenance rebuilds it too, but only an upload certainly has the bytes.
 */
export const needsUpload = ({ isDamaged, format }: Pick<StoredSourceMap, 'isDamaged' | 'format'>): boolean =>
  isDamaged || format < INDEX_FORMAT;
