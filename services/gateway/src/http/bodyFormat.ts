import { Refusal, bodyTooLarge } from '../answer.js';
import { readHeader, type ContentCoding, type IngestRequest } from './ingestRequest.js';

const CODINGS: ReadonlyMap<string, ContentCoding> = new Map<string, ContentCoding>([
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/** A body's coding, or 415: unknown codings, and more than one. */
export function parseContentEncoding(
  contentEncoding: string | undefined,
): { readonly coding: ContentCoding } | Refusal {
  const name = (contentEncoding ?? '').trim().toLowerCase();
  if (!CODINGS.has(name)) {
    return new Refusal(415, 'unsupported_encoding', 'Content-Encoding must be gzip, deflate, br or identity.');
  }
  return { coding: CODINGS.get(name) };
}

/**
 * Returns the content coding of a request whose headers announce an acceptable body; otherwise 413 for its declared size or 415
 * for its coding, type or charset.
 */
export function checkBodyHeaders(
  request: Pick<IngestRequest, 'headers'>,
  { maxBodyBytes }: { readonly maxBodyBytes: number },
): { readonly coding: ContentCoding } | Refusal {
  if (Number(readHeader(request, 'content-length') ?? 0) > maxBodyBytes) return bodyTooLarge(maxBodyBytes);
  const coding = parseContentEncoding(readHeader(request, 'content-encoding'));
  if (coding instanceof Refusal) return coding;
  return checkContentType(readHeader(request, 'content-type')) ?? coding;
}

/** 415 unless the type is JSON, plain text (beacons) or absent, and the charset UTF-8 or absent. */
export function checkContentType(contentType: string | undefined): Refusal | undefined {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const known = ['', 'application/json', 'text/plain'].includes(type.trim());
  const charsets = parameters.map((parameter) => parameter.trim()).filter((text) => text.startsWith('charset='));
  const utf8 = charsets.every((text) => /^charset="?utf-?8"?$/.test(text));
  if (known && utf8) return undefined;
  return new Refusal(415, 'unsupported_media_type', 'Content-Type must be application/json in UTF-8.');
}
