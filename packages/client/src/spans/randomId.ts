import { hexOf } from '../core/ids.js';

const BYTES = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => hexOf(byte));

/** Random bytes in hex; fast, not cryptographic. */
export function randomId(bytes: number): string {
  let text = '';
  for (let left = bytes; left > 0; left--) text += BYTES[(Math.random() * 256) | 0] ?? '';
  return text;
}
