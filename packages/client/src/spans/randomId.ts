import { hexOf } from '../core/ids.js';

const BYTES = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => hexOf(byte));

/** So many random bytes in hexadecimal: fast, and no secret. */
export function randomId(bytes: number): string {
  let text = '';
  for (let left = bytes; left > 0; left--) text += BYTES[(Math.random() * 256) | 0] ?? '';
  return text;
}
