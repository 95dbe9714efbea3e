/** What engines and compilers print where a function has no name that a person gave, as the last part of a name. */
const NAMELESS =
  /^(?:|\?|\d+|anonymous|eval|<.*>|.*<|__webpack_(?:require__|modules__|exec__)|_callee\d*\$?|_loop_?\d*|__awaiter|__generator|asyncGeneratorStep)$/;

/** webpack names the body of a module for the module: `./src/index.js`. */
const MODULE_BODY = /\.\/|\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/** Longer than a name is: nothing more is looked at. */
const MAX_NAME = 500;

/** What a stack says of a function's name: one that a person gave, one that a minifier made, or none. */
export type RawNameKind = 'given' | 'minified' | 'none';

/** Judges a name as an engine printed it: `load`, `new Cart`, `Cart.load [as fetch]`, `t`, `Object.<anonymous>`. */
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

/** One or two characters, or three that make no word. */
const isMinified = (name: string): boolean =>
  name.length <= 2 || (name.length === 3 && (/[\d$_]/.test(name) || /^.[A-Z]|[A-Z]$/.test(name)));
