/** Placeholders of engines for functions without a name, as the last part of a name. */
const NAMELESS =
  /^(?:|\?|\(null\)|anonymous|\(?anonymous function\)?|eval(?: code)?|global code|module code|<.*>|\d+)$/i;

/** Names that compilers give to generated functions; their numbers count through the file. */
const COMPILED =
  /^(?:_callee\d*\$?|_loop_?\d*|__webpack_(?:require|exec)__|__awaiter|__generator|asyncGeneratorStep|_?default|wasm-function\[\d+\])$/;

/** webpack names the body of a module for the module: `./src/index.js`. */
const MODULE_BODY = /\.\/|\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** Deeper nesting of names is cut: names are short. */
const MAX_NAME = 300;

/**
 * Returns a function's name in the form that all engines share, empty if it has none: without receiver (`Store.load`,
 * `Object.load`), alias (`load [as fetch]`), `async`, `new` and `bound`, Firefox's paths of nested functions
 * (`boot/load`, `boot/<`), arguments, and Rollup's suffix (`load$1`).
 */
export function normalizeFunction(name: string): string {
  const plain = name
    .slice(0, MAX_NAME)
    .replace(/^(?:(?:async|new|bound) )+/, '')
    .replace(/ \[as [^\]]*\]$/, '');
  if (MODULE_BODY.test(plain)) return '';
  const own = afterLast(afterLast(plain.replace(/\(.*\)$/, ''), '/'), '.')
    .replace(/\$\d+$/, '')
    .trim();
  return NAMELESS.test(own) || own.endsWith('<') || COMPILED.test(own) ? '' : own;
}

/**
 * Whether a minifier could have made the name: one or two characters, or three that make no word. Such a name is
 * another one in the next build.
 */
export const isMinifiedName = (name: string): boolean =>
  name.length <= 2 || (name.length === 3 && (/[\d$_]/.test(name) || /^.[A-Z]|[A-Z]$/.test(name)));

const afterLast = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + 1);
