import { open } from 'node:fs/promises';

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
/** Both spellings of the field: `debugId` of the standard's proposal, `debug_id` of older tools. */
const FIELD = new RegExp(`"debug(?:I|_i)d"\\s{0,9}:\\s{0,9}"(${UUID})"`, 'i');
/** Comment at the end of a line. */
const COMMENT = new RegExp(`//[#@][ \\t]{0,9}debugId=(${UUID})[ \\t]{0,9}\\r?$`, 'gim');

/** Only comments and white space follow. Code follows the comment of a library in a bundle. */
const END = /^(?:\s|\/\/[^\n]*(?:\n|$))*$/;
/** Key of an index map. `"sections"` alone may be a name or a source. */
const SECTIONS = /"sections"\s{0,9}:/;

/** Bytes read from the end of a file. */
const TAIL_BYTES = 32_768;

/**
 * Returns the debug id of a source map in lower case; `undefined` if it has none. Sections of an index map do not count. In texts
 * of a map, quotes are escaped, so that they do not look like the field.
 */
export function debugIdInMap(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const sections = text.search(SECTIONS);
  return FIELD.exec(sections === -1 ? text : text.slice(0, sections))?.[1]?.toLowerCase();
}

/** Returns the debug id in the last `//# debugId=` comment after the code of a text, in lower case. */
export function debugIdInCode(text: string): string | undefined {
  const tail = text.slice(-TAIL_BYTES);
  const found = Array.from(tail.matchAll(COMMENT)).at(-1);
  if (found === undefined || !END.test(tail.slice(found.index + found[0].length))) return undefined;
  return found[1]?.toLowerCase();
}

/** Returns the debug id of a script or style sheet; `undefined` if it has none. */
export async function findDebugId(absolute: string): Promise<string | undefined> {
  const handle = await open(absolute, 'r');
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return debugIdInCode(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
