import { acceptedEncoding, type ContentEncoding } from '@sluice/runtime';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A compressed body. */
export interface Compressed {
  readonly encoding: ContentEncoding;
  readonly bytes: Buffer;
}

/** Bytes up to which an answer is sent as it is: it fits a packet anyway. */
const SMALL = 1_024;

/** As fast as gzip, and some 15 % smaller on lists. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

const [gzipped, brotli] = [promisify(gzip), promisify(brotliCompress)];

/** A body that is sent more than once is compressed once, and held once however many clients read it slowly. */
const known = new WeakMap<Buffer, Map<ContentEncoding, Promise<Buffer>>>();

/** The body in the encoding that an `Accept-Encoding` header asks for; `undefined` where it asks for none or the body is small. */
export async function compressed(body: Buffer, accepted: string | undefined): Promise<Compressed | undefined> {
  const encoding = acceptedEncoding(accepted);
  if (encoding === undefined || body.length <= SMALL) return undefined;
  const ofBody = known.get(body) ?? new Map<ContentEncoding, Promise<Buffer>>();
  known.set(body, ofBody);
  const bytes = ofBody.get(encoding) ?? (encoding === 'br' ? brotli(body, BROTLI) : gzipped(body));
  ofBody.set(encoding, bytes);
  return { encoding, bytes: await bytes };
}
