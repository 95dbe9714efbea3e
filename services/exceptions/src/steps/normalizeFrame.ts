import type { Frame } from './readException.js';

/**
 * A frame as text that stays the same from build to build: the file's name without origin, directories, query and the
 * hashes that bundlers put into names, and the function without what browsers add. No line and no column: every change
 * of a minified file moves them.
 */
export const normalizeFrame = (frame: Frame): string =>
  `${normalizeFile(frame.file)}:${normalizeFunction(frame.function)}`;

/** `https://a.b/assets/main.3f2a1b9c.js?v=2` → `main.js` */
function normalizeFile(file: string): string {
  const [path = ''] = file.split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name
    .split(/(?=[.\-_])/)
    .filter((piece, position) => position === 0 || !isHash(piece.slice(1)))
    .join('');
}

/**
 * What bundlers write: 6 to 64 characters that no word has, hexadecimal or letters of both cases with digits. A word
 * such as `deadbeef` has no digit and stays.
 */
const isHash = (piece: string): boolean =>
  /^[0-9a-zA-Z]{6,64}$/.test(piece) && /\d/.test(piece) && (/^[0-9a-f]+$/.test(piece) || /[A-Z]/.test(piece));

/** `Object.<anonymous>`, `async load`, `new Foo` and `a.b [as c]` lose what only some engines say. */
function normalizeFunction(name: string): string {
  const plain = name
    .replace(/^(?:async|new)\s+/, '')
    .replace(/\s*\[as [^\]]*\]$/, '')
    .replace(/^(?:Object|Window|window|Module|global|globalThis)\./, '');
  return /^(?:<anonymous>|anonymous|\?|)$/.test(plain) ? '' : plain;
}
