import { releasesApi } from '@sluice/api-contract';
import { isObject } from '@sluice/contract';
import { ApiError, type AuthorizedRequest } from '@sluice/management';
import { text as textOf } from 'node:stream/consumers';
import { openBody, type BodyBounds } from './openBody.js';
import { isForm, readForm, refuseCompressed } from './readForm.js';

/** Fields as sent; a value that is not text was sent more than once, or is invalid. */
export type SentFields = Readonly<Record<string, unknown>>;

/** Limit of a body that describes a release, in bytes. */
const MAX_BYTES = 65_536;
const MAX_FIELDS = 20;
/** A small body arrives at once or not at all. */
const TOTAL_MS = 30_000;

const BOUNDS: BodyBounds = {
  maxBytes: MAX_BYTES,
  tooLarge: new ApiError(413, 'too_large', `The body exceeds the limit of ${MAX_BYTES} bytes.`),
  stallMs: TOTAL_MS,
  totalMs: TOTAL_MS,
};

const URLENCODED = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
/** The blanks are inside the lookahead: outside, the expression would backtrack into them. */
const OTHER_CHARSET = /;\s*charset\s*=(?!\s*(?:utf-?8|"utf-?8")\s*(?:;|$))/i;

/**
 * Reads the description of a release (protocol 4.3) in any of its media types. @throws ApiError 400, 413, 415 or 422
 */
export async function readReleaseBody({ request, response }: AuthorizedRequest): Promise<SentFields> {
  refuseCompressed(request);
  if (isForm(request)) {
    return readForm(request, response, {
      bounds: BOUNDS,
      fieldBytes: MAX_BYTES,
      fileBytes: MAX_BYTES,
      keeps: (name) => {
        if (!RELEASE_FIELDS.has(name)) return false;
        throw new ApiError(422, 'invalid_field', `${name} must be text, not a file.`);
      },
      code: 'invalid_field',
    });
  }
  const type = request.headers['content-type'] ?? '';
  const parse = URLENCODED.test(type) ? fieldsOfForm : JSON_TYPE.test(type) ? fieldsOfJson : undefined;
  if (parse === undefined || OTHER_CHARSET.test(type)) throw UNSUPPORTED;
  return parse(await textOf(openBody(request, response, BOUNDS)));
}

const UNSUPPORTED = new ApiError(
  415,
  'unsupported_type',
  `The body must be ${releasesApi.describe.bodyTypes.join(' or ')}, text in UTF-8.`,
);
const RELEASE_FIELDS: ReadonlySet<string> = new Set(['version', 'ref', 'url', 'deployed_at', 'deployedAt', 'notes']);

function fieldsOfForm(text: string): SentFields {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > MAX_FIELDS) throw new ApiError(400, 'too_many_parts', `There may be ${MAX_FIELDS} fields.`);
  for (const [name, value] of pairs) fields[name] = name in fields ? [fields[name], value] : value;
  return fields;
}

function fieldsOfJson(text: string): SentFields {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError(400, 'bad_json', 'The body is not valid JSON.');
  }
  if (isObject(body)) return body;
  throw new ApiError(422, 'invalid_body', 'The body must be a JSON object.');
}
