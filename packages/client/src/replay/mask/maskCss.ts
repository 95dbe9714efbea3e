/** A string; an unterminated one ends with its line. */
const STRING = String.raw`"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?`;
const COMMENT = String.raw`\/\*[^]*?(?:\*\/|$)`;
/**
 * Tokens examined in a style sheet: comments; constructs whose strings affect styling (imports, attribute selectors, fonts, grid
 * areas, formats, syntaxes); URLs; other strings.
 */
const PARTS = new RegExp(
  [
    COMMENT,
    String.raw`@(?:import|charset)(?:${STRING}|[^;"'])*;?`,
    String.raw`\[(?:${STRING}|[^\]"'{}])*\]`,
    String.raw`(?:font|grid|syntax)[-\w]*\s*:(?:${STRING}|${COMMENT}|[^;{}"'/]|\/(?!\*))*`,
    String.raw`(?:format|local|tech)\((?:${STRING}|[^)"'])*\)`,
    String.raw`url\((?:\s*(?:${STRING})\s*|[^)]*)\)?`,
    STRING,
  ].join('|'),
  'gi',
);
const FONT = /^url\(\s*["']?(?:data:[-\w/]*font|[^?#]*\.(?:woff2?|ttf|otf|eot)\b)/i;
const AFTER_PATH = /^(url\(\s*["']?(?!data:)[^?#"')]*)[?#][^"')]*/i;
/** Marker of the recorder between the parts of a style element. */
const SPLIT = '/* rr_split */';
/** Letters and digits, except character escapes, as used by icon fonts. */
const WORDS = /(\\[\da-f]{4,6}\s?)|[\p{L}\p{N}]/giu;

/**
 * Returns a style sheet or style without readable or visible content: generated text, images, comments. Values that are not
 * strings are accepted, because pages may pass them as rules.
 */
export const maskCss = (css: unknown): string => String(css).replace(PARTS, cleansePart);

function cleansePart(part: string): string {
  if (part.startsWith('/*')) return part === SPLIT ? part : '';
  if (/^url\(/i.test(part)) return FONT.test(part) ? part.replace(AFTER_PATH, '$1') : 'url(data:,)';
  return /^["']/.test(part) ? part.replace(WORDS, (_, code?: string) => code ?? '*') : part;
}
