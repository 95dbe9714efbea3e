/** A text after one pass of percent-decoding. */
export interface Decoded {
  readonly text: string;
  /** For each character: its start and end in the text before decoding. */
  readonly origins: Uint32Array;
}

const ESCAPE_LENGTH = 3;
/** Escapes of printable ASCII and line ends; names, values, addresses and numbers consist of these. */
const ESCAPE = /%(?:[2-7][0-9a-f]|0[ad])/i;
const HEX = Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16));

/** Decodes percent escapes once; `undefined` if `text` has none. */
export function decodeOnce(text: string): Decoded | undefined {
  const first = text.search(ESCAPE);
  if (first < 0) return undefined;
  const origins = new Uint32Array(text.length + 1);
  let decoded = '';
  let length = 0;
  let done = 0;
  for (let at = first; at >= 0; at = text.indexOf('%', at + 1)) {
    const code = escapedCode(text, at);
    if (code === undefined) continue;
    decoded += text.slice(done, at) + String.fromCharCode(code);
    for (; done <= at; done += 1) origins[length++] = done;
    done = at + ESCAPE_LENGTH;
  }
  decoded += text.slice(done);
  for (; done <= text.length; done += 1) origins[length++] = done;
  return { text: decoded, origins };
}

function escapedCode(text: string, at: number): number | undefined {
  const code = (HEX[text.charCodeAt(at + 1)] ?? NaN) * 16 + (HEX[text.charCodeAt(at + 2)] ?? NaN);
  const isDecoded = (code >= 0x20 && code < 0x80) || code === 0x0a || code === 0x0d;
  return isDecoded ? code : undefined;
}
