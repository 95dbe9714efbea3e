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

/** Engine code that has no file anybody could open: builtins, the console. */
export const isEngineFile = (file: string): boolean => ENGINE.test(file);

/**
 * Whether a call is the application's own, judged by its file: not a library below `node_modules`, the engine, a browser
 * extension or webpack's runtime. A call without file and function belongs to neither.
 */
export function isInApp(file: string, name: string): boolean {
  if (file === '') return name !== '';
  return ![ENGINE, FOREIGN_SCHEME, OLD_NODE, LIBRARY, WEBPACK_OWN].some((pattern) => pattern.test(file));
}
