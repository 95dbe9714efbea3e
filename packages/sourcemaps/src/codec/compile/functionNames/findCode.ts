import { parser } from '@lezer/javascript';
import type { LRParser } from '@lezer/lr';

/** The code of a source, and the parser for its dialect. */
export interface SourceCode {
  /** Code at the offsets of the source; everything else is blank. */
  readonly text: string;
  readonly parser: LRParser;
}

const JAVASCRIPT = parser.configure({ dialect: 'jsx' });
const TYPESCRIPT = parser.configure({ dialect: 'ts' });
/** Also used for JavaScript with Flow types and for sources whose path does not show the language. */
const TYPESCRIPT_JSX = parser.configure({ dialect: 'ts jsx' });

/** Matches the extension of a path, without query or the layer that a bundler appends. */
const EXTENSION = /\.([a-z]+)(?:\?.*| \[.*)?$/is;
const OTHER_LANGUAGES: ReadonlySet<string> = new Set([
  'coffee',
  'litcoffee',
  'elm',
  'purs',
  'clj',
  'cljs',
  'cljc',
  'rs',
  'kt',
  'scala',
  'dart',
  'py',
  'rb',
  'go',
  'c',
  'cc',
  'cpp',
  'hs',
  'ml',
  're',
  'res',
  'fs',
  'css',
  'scss',
  'sass',
  'less',
  'htm',
  'html',
  'wasm',
  'wat',
  'json',
  'svg',
  'md',
  'txt',
  'graphql',
  'gql',
]);
const COMPONENTS: ReadonlySet<string> = new Set(['vue', 'svelte', 'astro']);
const SCRIPT = /<script\b([^>]{0,500})>([^]*?)<\/script>/gi;
/** Length of the prefix that is searched for a Flow pragma, in characters. */
const PRAGMA_CHARACTERS = 1_000;

/**
 * Finds the JavaScript or TypeScript in a source: all of it, or the scripts of a component file. `undefined` for a
 * source in another language. @param path of the source, as in the map
 */
export function findCode(path: string | null, text: string): SourceCode | undefined {
  const extension = EXTENSION.exec(path ?? '')?.[1]?.toLowerCase() ?? '';
  if (OTHER_LANGUAGES.has(extension)) return undefined;
  const scripts = COMPONENTS.has(extension) ? scriptsIn(text) : undefined;
  const { text: code, parser } = scripts ?? { text, parser: parserFor(extension, text) };
  return { text: parser === JAVASCRIPT ? code : simplified(code), parser };
}

/**
 * Blanks two constructs of TypeScript that the grammar misreads, and that do not affect names: `async` before the type
 * parameters of an arrow function (read as a comparison), and the subject of its type predicate, `(a): a is T => …`.
 */
const simplified = (text: string): string =>
  text
    .replace(/\basync(?=\s{0,10}<)/g, '     ')
    .replace(PREDICATE, (_, colon: string, subject: string) => colon + ' '.repeat(subject.length));

const PREDICATE =
  /((?:\)\s{0,10}:|=>)[ \t]{0,10})((?:asserts[ \t]{1,10})?[\w$]{1,100}[ \t]{1,10}is(?=\s)|asserts(?=[ \t]{1,10}[\w$]))/g;

function parserFor(extension: string, text: string): LRParser {
  if (['ts', 'mts', 'cts'].includes(extension)) return TYPESCRIPT;
  const isJavaScript = ['js', 'mjs', 'cjs', 'jsx'].includes(extension);
  return isJavaScript && !text.slice(0, PRAGMA_CHARACTERS).includes('@flow') ? JAVASCRIPT : TYPESCRIPT_JSX;
}

/** `undefined` if there is no script element: bundlers list the script of a component as a separate source. */
function scriptsIn(text: string): SourceCode | undefined {
  const scripts = [...text.matchAll(SCRIPT)];
  if (scripts.length === 0) return undefined;
  let code = '';
  for (const { 0: element, 2: script = '', index } of scripts) {
    const end = index + element.lastIndexOf('<');
    code = `${code.padEnd(end - script.length)}${script}`;
  }
  const isTypeScript = scripts.some(([, attributes = '']) => /\blang=["']?tsx?/i.test(attributes));
  return { text: code, parser: isTypeScript ? TYPESCRIPT_JSX : JAVASCRIPT };
}
