/** A string; one that does not end, ends with its line. */
const STRING = String.raw`"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?`;
const COMMENT = String.raw`\/\*[^]*?(?:\*\/|$)`;
/**
 * What is looked at in a style sheet, wherever it stands: comments; what has strings that style (imports, attributes in
 * selectors, fonts, grid areas, formats, syntaxes); addresses; other strings.
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
/** Mark of the recorder: where the parts of a style element meet. */
const SPLIT = '/* rr_split */';
/** Letters and digits, unless they write a character by its number, as fonts of icons do. */
const WORDS = /(\\[\da-f]{4,6}\s?)|[\p{L}\p{N}]/giu;

/**
 * A style sheet or style without what could be read or seen: words of generated content, images, comments. Pages hand over
 * as rules what is no text at all, too.
 */
export const cleanseCss = (css: unknown): string => String(css).replace(PARTS, cleansePart);

function cleansePart(part: string): string {
  if (part.startsWith('/*')) return part === SPLIT ? part : '';
  if (/^url\(/i.test(part)) return FONT.test(part) ? part.replace(AFTER_PATH, '$1') : 'url(data:,)';
  return /^["']/.test(part) ? part.replace(WORDS, (_, code?: string) => code ?? '*') : part;
}
