import type { Generated } from 'kysely';
import type { Defaulted, Int8, Jsonb, Nullable, Timestamp } from './columns.js';

/** A source map of a release (protocol 2.5), and its blobs. */
export interface SourcemapsTable {
  project_id: Int8;
  /** Empty if the map has none; then it has a debug id. */
  release: string;
  /**
   * SHA-256 of the filename: names may be longer than an index takes. Without a release, of the debug id, a NUL and the filename.
   */
  filename_hash: Buffer;
  filename: string;
  /** Stays when the map is replaced. */
  id: string;
  /** Bytes of the upload. */
  size: Int8;
  /** SHA-256 of the upload, lower-case hex. */
  digest: string;
  /** Blob of the index. */
  index_id: string;
  /** Blob of the upload, gzipped. */
  original_id: string;
  index_bytes: Int8;
  /** Version of the index's layout. */
  format: number;
  segments: Int8;
  sources: Int8;
  has_contents: boolean;
  /** Sentences that describe problems of the map. */
  problems: Jsonb<readonly string[]>;
  uploaded_at: Defaulted<Timestamp>;
  /** When its index was found to be damaged; NULL if it is intact. */
  damaged_at: Nullable<Timestamp>;
  /** Last attempt to rebuild its index. */
  tried_at: Nullable<Timestamp>;
  /** How often its index was to be made again since the upload. */
  tries: Generated<number>;
  /** The head of the index. */
  head: Buffer;
  /** UUID that the build wrote into the file and the map; counts only if `debug_original_id` equals `original_id`. */
  debug_id: Nullable<string>;
  /** Value of `original_id` when the debug id was written. */
  debug_original_id: Nullable<string>;
  /** Last upload, query of an uploader, or exception that used the map, to the hour; NULL in rows of earlier versions. */
  touched_at: Nullable<Timestamp>;
}

/** Bytes of a blob, 1 MiB a part. */
export interface SourcemapBlobsTable {
  project_id: Int8;
  blob_id: string;
  part: number;
  body: Buffer;
}

/** Blobs that no row names, or none yet. */
export interface SourcemapGarbageTable {
  project_id: Int8;
  blob_id: string;
  /** From then on it may be deleted. */
  due_at: Timestamp;
  /** Last failed attempt to delete it; NULL if there was none. */
  failed_at: Nullable<Timestamp>;
}
