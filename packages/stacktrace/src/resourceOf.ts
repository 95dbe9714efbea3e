/** What a bundler writes before the loaders of a module: its scheme, and the layer of Next.js. */
const SCHEME =
  /^(?:https?:\/\/[^/]{1,300}\/)?(?:(?:webpack|rspack)(?:-internal)?|turbopack):\/\/[^/]{0,300}\/(?:\([\w-]{1,60}\)\/)?/;

/** `./node_modules/vue-loader/lib/index.js`, `./loaders/x.js`, `babel-loader`. */
const LOADER = /\w-loader(?:[\\/.]|$)|(?:^|[\\/])loaders?(?:[\\/]|\.[cm]?[jt]s$)/i;
const SCRIPT = /\.[cm]?[jt]s$/i;
/** webpack 1: `ts!./src/a.ts`. */
const SHORT = /^[\w@-]{1,60}$/;
const PATH = /^(?:\.{0,2}[\\/]|[a-z]:[\\/])/i;

/**
 * Returns the file that a bundler's loaders made a module from: of `webpack-internal:///./a-loader.js?!./src/Cart.vue?vue` the last
 * part, `webpack-internal:///./src/Cart.vue?vue`. A name without loaders is returned unchanged, also one with `!` in a directory, a
 * file's name or the query of a URL.
 */
export function resourceOf(file: string): string {
  if (!file.includes('!')) return file;
  const scheme = SCHEME.exec(file)?.[0] ?? '';
  let end = file.length;
  let at = file.lastIndexOf('!');
  while (at >= scheme.length) {
    const before = file.lastIndexOf('!', at - 1);
    const request = file.slice(Math.max(before + 1, scheme.length), at);
    if (isLoader(request, file.slice(at + 1, end), scheme !== '')) return withScheme(scheme, file.slice(at + 1));
    end = at;
    at = at === 0 ? -1 : before;
  }
  return file;
}

/** Whether a request is a loader of what follows it. Outside of a bundler's scheme, `!` is a character like others. */
function isLoader(request: string, resource: string, isBundled: boolean): boolean {
  const query = request.indexOf('?');
  if (!isBundled && query >= 0 && /^https?:/i.test(request)) return false;
  const path = query < 0 ? request : request.slice(0, query);
  const isRelative = /^\.{1,2}\//.test(resource);
  const isNamed = LOADER.test(path) || (isBundled && path.includes('node_modules'));
  if (!SCRIPT.test(path)) return isRelative && (path.endsWith('-loader') || (isBundled && SHORT.test(path)));
  if (!isNamed) return isBundled && isRelative;
  return isBundled ? resource !== '' : PATH.test(resource);
}

const withScheme = (scheme: string, resource: string): string =>
  resource.startsWith('/') ? scheme.replace(/\/$/, '') + resource : scheme + resource;
