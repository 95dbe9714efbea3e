import { isInApp, resourceOf } from '@sluice/stacktrace';

/** A scheme and its authority, which bundlers write before a path. */
const ADDRESS = /^([a-z][a-z\d+.-]+):\/\/([^/]*)\/?/i;

/** Schemes whose authority names a server or bundle and is not part of the file's path. */
const PLACELESS: ReadonlySet<string> = new Set([
  'webpack',
  'webpack-internal',
  'turbopack',
  'rspack',
  'http',
  'https',
  'app',
  'capacitor',
  'ionic',
  'meteor',
]);

/** Decorations that bundlers add to a path. Each applies to the result of those before it and takes linear time. */
const CLEANINGS: readonly (readonly [RegExp, string])[] = [
  // Rollup's mark of a virtual module.
  [/^(?:\.{1,2}\/)*\0/, ''],
  // Next.js: the layer for which a module is built.
  [/^\([\w-]{1,60}\)\/(?=\.{0,2}\/)/, ''],
  // Turbopack: `[app-client] (ecmascript)` after the path.
  [/ \[[\w -]{1,80}\](?: \([^()]{1,80}\))?$/, ''],
  [/^\[project\]\//, ''],
  [/^\/?@fs\/(?=[a-z]:)/i, ''],
  [/^\/?@fs\//, '/'],
  [/^\/?@id\/(?:__x00__)?/, ''],
  // Query of a loader or plugin: `App.vue?vue&type=script`, `a.ts?1a2b`.
  [/\?.*$/s, ''],
  [/^(?:\.{1,2}\/)+/, ''],
  [/(^|\/)~\//, '$1node_modules/'],
  [/^(webpack\/bootstrap) [\da-f]{1,40}$/, '$1'],
];

/**
 * Returns a source's path for display: `src/a.ts` for `webpack://shop/./src/a.ts?1a2b` and for `webpack:///./a-loader.js!./src/a.ts`.
 * Absolute paths of the build machine are kept. If nothing would remain, returns the source unchanged.
 */
export function displayPath(given: string): string {
  const source = resourceOf(given);
  const address = ADDRESS.exec(source);
  const cleaned = CLEANINGS.reduce(
    (path, [pattern, replacement]) => path.replace(pattern, replacement),
    address === null ? source : pathOf(source, address),
  );
  return cleaned === '' ? source : cleaned;
}

function pathOf(source: string, [prefix, scheme = '', authority = '']: RegExpExecArray): string {
  const rest = source.slice(prefix.length);
  const lower = scheme.toLowerCase();
  if (lower === 'file') return /^[a-z]:/i.test(rest) ? rest : `${authority === '' ? '' : `//${authority}`}/${rest}`;
  if (lower === 'ng') return authority === '' ? rest : `${authority}/${rest}`;
  if (!PLACELESS.has(lower)) return source;
  return authority.startsWith('[') ? `${authority}/${rest}` : rest;
}

/** Runtime code that bundlers add to an application. */
const BUNDLER_OWN =
  /^(?:webpack\/|\(webpack\)|external |\[(?:turbopack|next|externals)\]|\/?@vite\/|vite\/|__vite|rolldown\/|node:)/;

/**
 * Whether an original file belongs to the application: neither to a library nor to the bundler. Without a source, the
 * frame's own classification is used.
 */
export function isOriginalInApp(source: string | null, name: string | null, rawIsInApp: boolean): boolean {
  if (source === null) return rawIsInApp;
  const shown = displayPath(source);
  return !source.includes('\0') && !BUNDLER_OWN.test(shown) && isInApp(shown, name ?? '');
}
