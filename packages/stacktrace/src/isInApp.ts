/** Directories of what others wrote; webpack 1 called `node_modules` `~`. */
const LIBRARY = /(?:^|[\\/])(?:node_modules|bower_components|~|\.yarn[\\/](?:cache|__virtual__|unplugged))[\\/]/;

/** Code that engines, browsers and extensions run in addition to the page. */
const FOREIGN_SCHEME =
  /^(?:node|bun|ext|native|chrome|resource|about|devtools|extension|user-script|(?:chrome|moz|safari|safari-web|ms-browser)-extension|webkit-masked-url):/;

/** Code that the engine made itself, or that was typed into a console. */
const ENGINE =
  /^(?:native|native code|eval code|\[native code\]|\[wasm code\]|<anonymous>|self-hosted|debugger eval code|InternalBytecode\.js)$/;

/** Node before 16 printed its own modules without a scheme and without a directory. */
const OLD_NODE =
  /^(?:internal[\\/].*|(?:module|events|net|timers|fs|vm|domain|node|bootstrap_node|_(?:http|stream|tls)_\w{1,40})\.js)$/;

const WEBPACK_OWN = /(?:^|\/)(?:webpack\/(?:runtime|bootstrap)|\(webpack\))/;

/** Runtimes of servers and shells (workerd, Deno, Bun, Electron), and what browsers and drivers of tests add to a page. */
const RUNTIME =
  /^(?:node-internal|cloudflare(?:-internal)?|workerd|deno|internal|edge|brave|opera|vivaldi|chrome-(?:error|untrusted|search)|moz-nullprincipal|extensions|pptr):|^electron\/js2c\/|[\\/]electron\.asar[\\/]|^__(?:puppeteer|playwright)_evaluation_script__$/;

/**
 * Further modules that Node before 16 printed without a directory, the builtins of Bun, which have a number, and runtimes that print
 * their name alone: `internal:1:2`.
 */
const BARE_BUILTIN =
  /^(?:internal|node-internal|cloudflare|workerd|deno|bun|ext|edge-runtime|(?:dns|dgram|tls|zlib|child_process|readline|async_hooks|perf_hooks)\.js|\d{1,9})$/;

const FORMER = [ENGINE, FOREIGN_SCHEME, OLD_NODE, LIBRARY, WEBPACK_OWN];
const ADDED = [RUNTIME, BARE_BUILTIN];

/** Engine code that has no file anybody could open: builtins, the console. */
export const isEngineFile = (file: string): boolean => ENGINE.test(file);

/**
 * Whether a call is the application's own, judged by its file: not a library below `node_modules`, the engine, a runtime, a
 * browser extension or webpack's runtime. A call without file and function belongs to neither.
 */
export const isInApp = (file: string, name: string): boolean =>
  wasInApp(file, name) && !(file !== '' && ADDED.some((pattern) => pattern.test(file)));

/** {@link isInApp} as the first fingerprints judged it, which are stored. */
export const wasInApp = (file: string, name: string): boolean =>
  file === '' ? name !== '' : !FORMER.some((pattern) => pattern.test(file));
