import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Schema } from '@sluice/db';

/**
 * Identity of a source map within its project (protocol 2.5): release and filename, or without a release debug id and filename.
 * All parts are compared exactly.
 */
export interface SourceMapName {
  /** `null` if the map is found by its debug id only. */
  readonly release: string | null;
  /** Path of the minified file, as reduced at upload. */
  readonly filename: string;
  /** UUID in lower case that the build wrote into the file and its map; not `null` if the map has no release. */
  readonly debugId: string | null;
}

/** A source map in a list. */
export interface StoredSourceMap extends SourceMapName {
  /** Stays when the map is replaced. */
  readonly id: string;
  /** Bytes of the upload. */
  readonly size: number;
  /** SHA-256 of the upload, lower-case hex. */
  readonly digest: string;
  readonly uploadedAt: Date;
  readonly segments: number;
  readonly sources: number;
  readonly hasContents: boolean;
  /** Sentences that describe problems of the map. */
  readonly problems: readonly string[];
  /** Bytes of the index. */
  readonly indexBytes: number;
  /** Version of the index's layout. */
  readonly format: number;
  /** Whether the index is known to be damaged. */
  readonly isDamaged: boolean;
}

/** Properties of a compiled index. */
export interface CompiledIndex {
  /** Blob of the index. */
  readonly indexId: string;
  readonly indexBytes: number;
  /** The first bytes of the index, which locate all others. */
  readonly head: Buffer;
  /** Version of the index's layout. */
  readonly format: number;
  readonly segments: number;
  readonly sources: number;
  readonly hasContents: boolean;
  readonly problems: readonly string[];
}

/** An upload whose blobs are reserved (`reserveBlobs`) and written. */
export interface NewSourceMap extends SourceMapName, CompiledIndex {
  readonly projectId: string;
  /** Bytes of the upload. */
  readonly size: number;
  /** SHA-256 of the upload, lower-case hex. */
  readonly digest: string;
  /** Blob of the upload itself, compressed. */
  readonly originalId: string;
}

/** Columns of a {@link StoredSourceMap}. */
export const SOURCE_MAP_COLUMNS = [
  'id',
  'release',
  'filename',
  'size',
  'digest',
  'uploaded_at',
  'segments',
  'sources',
  'has_contents',
  'problems',
  'index_bytes',
  'format',
  'damaged_at',
  'original_id',
  'debug_id',
  'debug_original_id',
] as const;

/** A row of {@link SOURCE_MAP_COLUMNS}. */
export type SourceMapRow = Pick<Selectable<Schema['sourcemaps']>, (typeof SOURCE_MAP_COLUMNS)[number]>;

/** A row's source map. */
export const toSourceMap = (row: SourceMapRow): StoredSourceMap => ({
  id: row.id,
  release: row.release === '' ? null : row.release,
  filename: row.filename,
  debugId: row.debug_original_id === row.original_id ? row.debug_id : null,
  size: Number(row.size),
  digest: row.digest,
  uploadedAt: row.uploaded_at,
  segments: Number(row.segments),
  sources: Number(row.sources),
  hasContents: row.has_contents,
  problems: row.problems,
  indexBytes: Number(row.index_bytes),
  format: row.format,
  isDamaged: row.damaged_at !== null,
});

/** `filename_hash` of a map with a release. */
export const hashOfFilename = (filename: string): Buffer => createHash('sha256').update(filename, 'utf8').digest();

/** Columns by which a map is found. @throws if it has neither a release nor a debug id */
export function keyColumns({ release, filename, debugId }: SourceMapName) {
  if (release !== null) return { release, filename_hash: hashOfFilename(filename) };
  if (debugId === null) throw new Error('a source map without a release needs a debug id');
  return { release: '', filename_hash: hashOfFilename(`${debugId}\0${filename}`) };
}

/** Whether PostgreSQL can hold these characters; no stored name contains other characters. */
export const isStorable = (text: string): boolean => !text.includes('\0');

/** Columns of a compiled index. */
export const indexColumns = (index: CompiledIndex) => ({
  index_id: index.indexId,
  index_bytes: index.indexBytes,
  head: index.head,
  format: index.format,
  segments: index.segments,
  sources: index.sources,
  has_contents: index.hasContents,
  problems: JSON.stringify(index.problems.map(storable)),
});

/** Problems quote the map, which may hold anything: `jsonb` takes neither NUL nor half of a surrogate pair. */
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();
