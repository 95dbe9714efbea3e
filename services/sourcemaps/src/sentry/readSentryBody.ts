import { isObject } from '@sluice/contract';
import { ApiError, type AuthorizedRequest } from '@sluice/management';
import { text } from 'node:stream/consumers';
import { openBody } from '../http/openBody.js';
import { refuseCompressed } from '../http/readForm.js';

/** A JSON object. */
export type SentryBody = Readonly<Record<string, unknown>>;

/** The commits of a release take the most. */
const MAX_BYTES = 1_048_576;
/** A small body arrives at once or not at all. */
const TOTAL_MS = 30_000;

const TOO_LARGE = new ApiError(413, 'too_large', `The body exceeds the limit of ${MAX_BYTES} bytes.`);

/** Reads a body that is a JSON object; an empty one counts as `{}`. @throws ApiError */
export async function readSentryBody({ request, response }: AuthorizedRequest): Promise<SentryBody> {
  refuseCompressed(request);
  const bounds = { maxBytes: MAX_BYTES, tooLarge: TOO_LARGE, stallMs: TOTAL_MS, totalMs: TOTAL_MS };
  const body = await text(openBody(request, response, bounds));
  const parsed = body === '' ? {} : parse(body);
  if (isObject(parsed)) return parsed;
  throw badRequest('The body must be a JSON object.');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}

/** Returns the error for a field of a body that cannot be used. */
export const badRequest = (message: string): ApiError => new ApiError(400, 'bad_request', message);
