import type { Frame } from '@sluice/stacktrace';

/**
 * A frame as text that stays the same from build to build: the file's name without origin, directories, query and the
 * hashes that bundlers put into names, and the function without what browsers add. No line and no column: every change
 * of a minified file moves them.
 */
export const normalizeFrame = (frame: Pick<Frame, 'file' | 'function'>): string =>
  `${normalizeFile(frame.file)}:${normalizeFunction(frame.function)}`;

/** `https://a.b/assets/main.3f2a1b9c.js?v=2` → `main.js` */
function normalizeFile(file: string): string {
  const [path = ''] = file.split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(BUNDLER_HASH, (piece: string, hash: string) => (isRandom(hash) ? '' : piece));
}

/** What stands between a dot or a dash and the extensions, as long as bundlers' hashes are. */
const BUNDLER_HASH = /[.-]([A-Za-z0-9_-]{6,64})(?=(?:\.[a-z]{1,8}){1,2}$)/;

/** No word has a digit or a capital inside; `Settings` is a word, `BxYzABcd` and `3f2a1b9c` are not. */
const isRandom = (text: string): boolean => /\d|[a-z][A-Z]|[A-Z]{2}/.test(text);

/** `Object.<anonymous>`, `async load`, `new Foo` and `a.b [as c]` lose what only some engines say. */
function normalizeFunction(name: string): string {
  const plain = name
    .replace(/^(?:async|new)\s+/, '')
    .replace(/\s*\[as [^\]]*\]$/, '')
    .replace(/^(?:Object|Window|window|Module|global|globalThis)\./, '');
  return /^(?:<anonymous>|anonymous|\?|)$/.test(plain) ? '' : plain;
}
