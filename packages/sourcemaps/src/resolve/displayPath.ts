import { isInApp } from '@sluice/stacktrace';

/** A scheme and its authority, as bundlers write them before a path. */
const ADDRESS = /^([a-z][a-z\d+.-]+):\/\/([^/]*)\/?/i;

/** Schemes whose authority says where a file was served or which bundle it is of, not which file it is. */
const PLACELESS: ReadonlySet<string> = new Set([
  ...['webpack', 'webpack-internal', 'turbopack', 'rspack', 'http', 'https', 'app', 'capacitor', 'ionic', 'meteor'],
]);

/** What bundlers wrote around a path; each applies to what those before it left, and takes linear time. */
const CLEANINGS: readonly (readonly [RegExp, string])[] = [
  // Rollup's mark of a module that is no file.
  [/^(?:\.{1,2}\/)*\0/, ''],
  // Next.js: the layer a module is built for.
  [/^\([\w-]{1,60}\)\/(?=\.{0,2}\/)/, ''],
  // Turbopack: `[app-client] (ecmascript)` behind the path.
  [/ \[[\w -]{1,80}\](?: \([^()]{1,80}\))?$/, ''],
  [/^\[project\]\//, ''],
  [/^\/?@fs\/(?=[a-z]:)/i, ''],
  [/^\/?@fs\//, '/'],
  [/^\/?@id\/(?:__x00__)?/, ''],
  // What a loader or plugin asked for: `App.vue?vue&type=script`, `a.ts?1a2b`.
  [/\?.*$/s, ''],
  [/^(?:\.{1,2}\/)+/, ''],
  [/(^|\/)~\//, '$1node_modules/'],
  [/^(webpack\/bootstrap) [\da-f]{1,40}$/, '$1'],
];

/**
 * A source of a map as a person wants to read it: `src/a.ts` of `webpack://shop/./src/a.ts?1a2b`. Absolute paths of the
 * machine that built stay. Where nothing would be left it is the source itself.
 */
export function displayPath(source: string): string {
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

/** What bundlers put beside an application's files. */
const BUNDLER_OWN =
  /^(?:webpack\/|\(webpack\)|external |\[(?:turbopack|next|externals)\]|\/?@vite\/|vite\/|__vite|rolldown\/|node:)/;

/**
 * Whether an original file is the application's own: neither of a library nor what a bundler put there. Of a call
 * without a source the frame's own judgement counts.
 */
export function isOriginalInApp(source: string | null, name: string | null, rawIsInApp: boolean): boolean {
  if (source === null) return rawIsInApp;
  const shown = displayPath(source);
  return !source.includes('\0') && !BUNDLER_OWN.test(shown) && isInApp(shown, name ?? '');
}
