/** Last parts of names that engines and compilers print for functions without a name in the source. */
const NAMELESS =
  /^(?:|\?|\d+|anonymous|eval|<.*>|.*<|__webpack_(?:require__|modules__|exec__)|_callee\d*\$?|_loop_?\d*|__awaiter|__generator|asyncGeneratorStep)$/;

/** webpack names the body of a module after the module: `./src/index.js`. */
const MODULE_BODY = /\.\/|\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** Longer than any name: the rest is not examined. */
const MAX_NAME = 500;

/** Kind of a name in a stack: from the source, made by a minifier, or no name. */
export type RawNameKind = 'given' | 'minified' | 'none';

/** Classifies a name printed by an engine: `load`, `new Cart`, `Cart.load [as fetch]`, `t`, `Object.<anonymous>`. */
export function kindOfRawName(raw: string): RawNameKind {
  const name = raw
    .slice(0, MAX_NAME)
    .replace(/^(?:(?:async|new|bound) )+/, '')
    .replace(/ \[as [^\]]*\]$/, '');
  if (MODULE_BODY.test(name)) return 'none';
  const own = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1).trim();
  if (NAMELESS.test(own)) return 'none';
  return isMinified(own) ? 'minified' : 'given';
}

/** One or two characters, or three that are not a word. */
const isMinified = (name: string): boolean =>
  name.length <= 2 || (name.length === 3 && (/[\d$_]/.test(name) || /^.[A-Z]|[A-Z]$/.test(name)));
