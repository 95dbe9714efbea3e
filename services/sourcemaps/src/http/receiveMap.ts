import { LIMITS } from '@sluice/contract';
import { ApiError } from '@sluice/management';
import { uploadFilenameOf } from '@sluice/sourcemaps';
import type { Request, Response } from 'express';
import { isName } from '../isName.js';
import type { DigestedFile } from '../writeDigested.js';
import { digestingStorage } from './digestingStorage.js';
import type { BodyBounds } from './openBody.js';
import { assertForm, readForm, type FormFields } from './readForm.js';

/** A received upload: its names, and a file on disk. */
export interface ReceivedMap extends DigestedFile {
  /** `null` if the map is found by its debug id only. */
  readonly release: string | null;
  /** The filename as stored (reduced). */
  readonly filename: string;
  /** Lower case, with dashes; not `null` without a release. */
  readonly debugId: string | null;
}

/** Time limits of an upload; see `SourcemapsConfig`. */
export interface UploadPatience extends Required<Pick<BodyBounds, 'stallMs' | 'othersWait' | 'follow'>> {
  readonly uploadTimeoutMs: number;
}

const TEXTS: ReadonlySet<string> = new Set(['release', 'filename', 'debugId']);
const FIELD_BYTES = 262_144;
/** Allowance for the other parts and the separators, in bytes. */
const REST_BYTES = 1_048_576;
const MAX_BYTES = LIMITS.maxSourceMapBytes + REST_BYTES;

const TOO_LARGE = new ApiError(
  422,
  'too_large',
  `The upload is too large: a map is limited to ${LIMITS.maxSourceMapBytes} bytes, all other parts together to ${REST_BYTES}.`,
);

/**
 * Receives an upload (protocol 4.2): `release`, `filename` and `debugId` as text, `map` as a file, which is written to `path`.
 * Other parts are skipped. Writing has ended when it throws. @throws ApiError
 */
export async function receiveMap(
  request: Request,
  response: Response,
  path: string,
  { uploadTimeoutMs, ...patience }: UploadPatience,
): Promise<ReceivedMap> {
  assertForm(request);
  const storage = digestingStorage(path);
  let maps = 0;
  try {
    const fields = await readForm(request, response, {
      bounds: { maxBytes: MAX_BYTES, tooLarge: TOO_LARGE, totalMs: uploadTimeoutMs, ...patience },
      fieldBytes: FIELD_BYTES,
      fileBytes: LIMITS.maxSourceMapBytes,
      keeps: (name) => {
        if (TEXTS.has(name)) throw invalidPart(`The part ${name} must be text, not a file.`);
        if (name !== 'map') return false;
        maps += 1;
        if (maps > 1) throw invalidPart('The part map was sent more than once.');
        return true;
      },
      storage,
      code: 'invalid_part',
    });
    const debugId = debugIdOf(fields);
    const [release, filename] = [releaseOf(fields, debugId), filenameOf(fields)];
    if (fields['map'] !== undefined) throw invalidPart('The part "map" must be one file, not text.');
    const received = await storage.received();
    if (received === undefined) throw invalidPart('The part "map" is missing. Send the source map as a file.');
    return { ...received, release, filename, debugId };
  } finally {
    await storage.received();
  }
}

const invalidPart = (message: string): ApiError => new ApiError(422, 'invalid_part', message);

function debugIdOf(fields: FormFields): string | null {
  if (fields['debugId'] === undefined) return null;
  const debugId = textOf(fields, 'debugId').toLowerCase();
  if (UUID.test(debugId)) return debugId;
  throw invalidPart('The part "debugId" must be a UUID such as 85314830-023f-4cf1-a267-535f4e37bb17.');
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function releaseOf(fields: FormFields, debugId: string | null): string | null {
  if (fields['release'] === undefined) {
    if (debugId !== null) return null;
    throw invalidPart('The part "release" is missing. A map without a release needs the part "debugId".');
  }
  const release = textOf(fields, 'release');
  if (isName(release, LIMITS.maxRelease)) return release;
  throw invalidPart(`The part "release" must have 1 to ${LIMITS.maxRelease} characters and no control characters.`);
}

function filenameOf(fields: FormFields): string {
  const filename = uploadFilenameOf(textOf(fields, 'filename'));
  if (isName(filename, LIMITS.maxFilename)) return filename;
  throw invalidPart(
    `The part filename must be the path of the minified file: 1 to ${LIMITS.maxFilename} characters, no control characters.`,
  );
}

function textOf(fields: FormFields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw invalidPart(`The part "${name}" is missing.`);
  if (typeof value !== 'string') throw invalidPart(`The part ${name} was sent more than once.`);
  return value;
}
