import { ApiError } from '@sluice/management';
import type { Request, Response } from 'express';
import type { StorageEngine } from 'multer';
import { CHUNK_BYTES, type ChunkStore } from '../chunks/createChunkStore.js';
import type { BodyBounds } from './openBody.js';
import { assertForm, readForm } from './readForm.js';

/** Limits of a request with chunks, which clients are told (protocol 4.9). */
export const CHUNKS_PER_REQUEST = 16;
export const CHUNK_REQUEST_BYTES = 32 * 1_048_576;

/** Allowance for the separators, and for gzip where it does not help. */
const REST_BYTES = 1_048_576;
const MAX_BYTES = CHUNK_REQUEST_BYTES + REST_BYTES;
const FIELD_BYTES = 1_024;

const TOO_LARGE = new ApiError(413, 'too_large', `The request exceeds the limit of ${CHUNK_REQUEST_BYTES} bytes.`);

/** Where the chunks of a request go, and how long they may take. */
interface ChunkRules {
  readonly organizationId: string;
  readonly chunks: ChunkStore;
  readonly patience: Omit<BodyBounds, 'maxBytes' | 'tooLarge'>;
}

/**
 * Receives a form whose files are chunks: `file` as it is, `file_gzip` compressed, with the SHA-1 of the chunk as their
 * filename. Each chunk is stored when it has arrived completely. @throws ApiError
 */
export async function receiveChunks(
  request: Request,
  response: Response,
  { organizationId, chunks, patience }: ChunkRules,
): Promise<void> {
  assertForm(request);
  let files = 0;
  const storage: StorageEngine = {
    _handleFile: (_request, { fieldname, originalname, stream }, done) => {
      // Without this, it would end only with the part, however long that is.
      stream.once('limit', () => stream.destroy(badChunk(`A chunk exceeds the limit of ${CHUNK_BYTES} bytes.`)));
      chunks.receive({ organizationId, sha1: originalname }, { bytes: stream, isGzip: fieldname === 'file_gzip' }).then(
        () => done(undefined, {}),
        (error: unknown) => done(error),
      );
    },
    _removeFile: (_request, _file, done) => done(null),
  };
  await readForm(request, response, {
    bounds: { ...patience, maxBytes: MAX_BYTES, tooLarge: TOO_LARGE },
    fieldBytes: FIELD_BYTES,
    fileBytes: CHUNK_BYTES + REST_BYTES,
    maxParts: CHUNKS_PER_REQUEST,
    keeps: (name, filename) => {
      if (name !== 'file' && name !== 'file_gzip') return false;
      if (!SHA1.test(filename)) throw badChunk('The filename of a chunk must be its SHA-1 in lower-case hex.');
      files += 1;
      return true;
    },
    storage,
    code: 'bad_chunk',
  });
  if (files === 0) throw badChunk('The form has no file with the name file or file_gzip.');
}

/** The form of a chunk's name. */
export const SHA1 = /^[0-9a-f]{40}$/;

const badChunk = (message: string): ApiError => new ApiError(400, 'bad_chunk', message);
