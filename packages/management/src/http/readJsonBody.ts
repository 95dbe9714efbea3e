import { sendContinue } from '@sluice/runtime';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from '../apiError.js';

const MAX_BYTES = 65_536;

const parse: RequestHandler = express.json({ limit: MAX_BYTES, inflate: false, strict: false, type: () => true });

const TOO_LARGE = new ApiError(413, 'too_large', `The body is larger than ${MAX_BYTES} bytes.`);
const UNSUPPORTED = new ApiError(
  415,
  'unsupported_type',
  'The body must be application/json in UTF-8, not compressed.',
);
const INVALID_JSON = new ApiError(400, 'bad_json', 'The body is not valid JSON.');

/** Responses by the type of the parser's error. */
const PARSER_ERRORS: ReadonlyMap<unknown, ApiError> = new Map([
  ['entity.too.large', TOO_LARGE],
  ['charset.unsupported', UNSUPPORTED],
  ['encoding.unsupported', UNSUPPORTED],
]);

/**
 * Reads a JSON body; a missing body is an empty object. No byte of the body is requested before this call.
 * @throws ApiError 413, 415, or 400 if the body is not JSON or is incomplete
 */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  if (!isJson(request.headers['content-type'])) throw UNSUPPORTED;
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw TOO_LARGE;
  // Sent here and not by the server, so that a client that waits for it does not send a refused body.
  sendContinue(request, response);
  // The parser would wait indefinitely for a client that has disconnected.
  if (request.destroyed) throw INVALID_JSON;
  await new Promise<void>((resolve, reject) => {
    void parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(PARSER_ERRORS.get((error as { readonly type?: unknown }).type) ?? INVALID_JSON);
    });
  });
  const body: unknown = request.body;
  return body === undefined ? {} : body;
}

/** A body without a content type is taken as JSON. */
function isJson(type: string | undefined): boolean {
  return type === undefined || /^application\/json *(?:;|$)/i.test(type);
}
