import { sendContinue } from '@sluice/runtime';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from '../apiError.js';

const MOST_BYTES = 65_536;

const parse: RequestHandler = express.json({ limit: MOST_BYTES, inflate: false, strict: false, type: () => true });

const TOO_LARGE = new ApiError(413, 'too_large', `The body may have ${MOST_BYTES} bytes.`);
const UNSUPPORTED = new ApiError(
  415,
  'unsupported_type',
  'The body must be application/json in UTF-8, not compressed.',
);
const BROKEN = new ApiError(400, 'bad_json', 'The body is not valid JSON.');

/** Refusals by the type of the parser's error. */
const REFUSALS: ReadonlyMap<unknown, ApiError> = new Map([
  ['entity.too.large', TOO_LARGE],
  ['charset.unsupported', UNSUPPORTED],
  ['encoding.unsupported', UNSUPPORTED],
]);

/**
 * Reads a body of JSON; none at all is an empty object. Until here not a byte of it was asked for. Throws a 413, a 415,
 * or a 400 where it is not JSON or did not arrive whole.
 */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  if (!isJson(request.headers['content-type'])) throw UNSUPPORTED;
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw TOO_LARGE;
  // The server leaves it to us, so that a client that asked first keeps a refused body to itself.
  sendContinue(request, response);
  // The parser would wait for what a client that is gone by now has sent.
  if (request.destroyed) throw BROKEN;
  await new Promise<void>((resolve, reject) => {
    void parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(REFUSALS.get((error as { readonly type?: unknown }).type) ?? BROKEN);
    });
  });
  const body: unknown = request.body;
  return body === undefined ? {} : body;
}

/** A body without a type is taken for what it must be. */
function isJson(type: string | undefined): boolean {
  return type === undefined || /^application\/json *(?:;|$)/i.test(type);
}
