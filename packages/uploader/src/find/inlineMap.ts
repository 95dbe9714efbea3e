import { open } from 'node:fs/promises';
import { checkSize } from '../sizeLimit.js';
import { UploadError } from '../uploadError.js';

/** Reads the inline map in bytes `start` to `end` of a file. @throws UploadError */
export async function readInlineMap(
  absolute: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Uint8Array> {
  const handle = await open(absolute, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
    const bytes = decodeDataUrl(buffer.toString('latin1', 0, bytesRead));
    checkSize(bytes.byteLength);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Decodes a `data:` URL. @throws UploadError if it is invalid */
function decodeDataUrl(url: string): Buffer {
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url) || comma === -1) throw damaged('it is not a data: URL');
  const payload = percentDecoded(url.slice(comma + 1));
  if (!/;[ \t]*base64$/i.test(url.slice(0, comma))) return payload;
  const text = payload.toString('latin1').replace(/[\s=]+$/, '');
  if (!/^[a-z0-9+/_-]*$/i.test(text)) throw damaged('its base64 contains invalid characters');
  return Buffer.from(text, 'base64');
}

/** Decodes percent-encoding; an invalid `%` stays. */
function percentDecoded(text: string): Buffer {
  const raw = Buffer.from(text, 'latin1');
  if (!text.includes('%')) return raw;
  const bytes = Buffer.allocUnsafe(raw.length);
  let length = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const value = raw[index] === 0x25 ? hexByte(text.slice(index + 1, index + 3)) : undefined;
    if (value !== undefined) index += 2;
    bytes[length] = value ?? raw[index] ?? 0;
    length += 1;
  }
  return bytes.subarray(0, length);
}

const hexByte = (digits: string): number | undefined =>
  /^[0-9a-f]{2}$/i.test(digits) ? parseInt(digits, 16) : undefined;

const damaged = (why: string): UploadError => new UploadError('unreadable', `The inline map cannot be read: ${why}.`);
