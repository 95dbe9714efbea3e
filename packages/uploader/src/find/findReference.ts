import { open, type FileHandle } from 'node:fs/promises';
import { MAX_MAP_BYTES } from '../sizeLimit.js';

/** The reference of a file to its map. */
export type Reference = (
  | { readonly kind: 'url'; readonly url: string }
  /** A JSON `data:` URL in bytes `start` to `end` of the file. */
  | { readonly kind: 'inline'; readonly start: number; readonly end: number }
) & {
  /** Byte range of the whole comment. */
  readonly comment: { readonly start: number; readonly end: number };
};

/** Bytes read from the end of a file; more only within an inline map. */
const TAIL_BYTES = 32_768;
/** Maximum size of an inline map: base64 of the largest map, plus its prefix. */
const MAX_INLINE_BYTES = Math.ceil(MAX_MAP_BYTES / 3) * 4 + 1_024;

/** `//# sourceMappingURL=…`, its older `//@`, and both as block comments, at the end of a line. */
const COMMENT =
  /(?:\/\/[#@][ \t]*sourceMappingURL=(data:[^\s"`]*|[^\s"'`]+)|\/\*[#@][ \t]*sourceMappingURL=(data:[^\s"`*]*|[^\s"'`*]+)[ \t]*\*\/)[ \t]*\r?$/gm;
/** Characters that cannot be part of a URL, and so end an inline map. */
const NOT_OF_A_URL = /[\s"`<>{}\\^|]/;

/** Characters before the URL of a comment. */
const OPENING = 64;

/** Returns the last `sourceMappingURL` comment of a file; `undefined` if there is none. */
export async function findReference(absolute: string): Promise<Reference | undefined> {
  const handle = await open(absolute, 'r');
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const tail = await readText(handle, start, size);
    const found = lastComment(tail, start);
    return found !== undefined || start === 0 ? found : await findBefore(handle, tail, start);
  } finally {
    await handle.close();
  }
}

/** Returns a comment that begins before the tail, which long inline maps do. */
async function findBefore(handle: FileHandle, tail: string, tailStart: number): Promise<Reference | undefined> {
  const line = /^[^\r\n]*/.exec(tail)?.[0] ?? '';
  const url = line.replace(/[ \t]*(?:\*\/)?[ \t]*$/, '');
  if (url === '' || NOT_OF_A_URL.test(url)) return undefined;
  const urlEnd = tailStart + url.length;
  let start = tailStart;
  while (start > 0 && urlEnd - start < MAX_INLINE_BYTES) {
    start = Math.max(0, start - (urlEnd - start) * 2);
    const text = await readText(handle, start, tailStart + line.length);
    const found = lastComment(text, start);
    if (found !== undefined || NOT_OF_A_URL.test(text.slice(OPENING, urlEnd - start))) return found;
  }
  return undefined;
}

/** Latin-1 maps each byte to one character, so that indexes in the text are offsets in the file. */
async function readText(handle: FileHandle, start: number, end: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(end - start), 0, end - start, start);
  return buffer.toString('latin1', 0, bytesRead);
}

function lastComment(text: string, offset: number): Reference | undefined {
  const last = Array.from(text.matchAll(COMMENT)).at(-1);
  const url = last?.[1] ?? last?.[2];
  if (last === undefined || url === undefined) return undefined;
  const begin = offset + last.index;
  const comment = { start: begin, end: begin + last[0].trimEnd().length };
  if (!/^data:[^,]*json/i.test(url)) return { kind: 'url', url: Buffer.from(url, 'latin1').toString(), comment };
  const start = begin + last[0].indexOf(url);
  return { kind: 'inline', start, end: start + url.length, comment };
}
