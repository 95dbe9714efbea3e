import { stringify, tokenize, TokenType, type CSSToken } from '@csstools/css-tokenizer';

/** Nothing, as a picture or font. */
const NOTHING = 'url("data:,")';
const NOTHING_QUOTED = '"data:,"';

/** Functions whose strings are addresses (CSS Values 4, CSS Images 4). */
const ADDRESSED = /^(?:url|src|image|(?:-[a-z]+-)?image-set|(?:-[a-z]+-)?cross-fade)$/i;

/** Functions that insert text from elsewhere, which could be an address. */
const INSERTED = /^(?:var|env|attr)$/i;

/** Addresses that load nothing: parts of the document, and files within the recording. */
const isWithin = (address: string): boolean => /^\s*(?:#|data:)/i.test(address);

const isOpening = ([type]: CSSToken): boolean =>
  type === TokenType.Function ||
  type === TokenType.OpenParen ||
  type === TokenType.OpenSquare ||
  type === TokenType.OpenCurly;

const isClosing = ([type]: CSSToken): boolean =>
  type === TokenType.CloseParen || type === TokenType.CloseSquare || type === TokenType.CloseCurly;

/** Index of the token after the at-rule that begins at `start`: it ends with `;`, its block, or the block around it. */
function endOfRule(tokens: readonly CSSToken[], start: number): number {
  let depth = 0;
  for (let index = start + 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || token[0] === TokenType.EOF) return index;
    if (depth === 0 && token[0] === TokenType.Semicolon) return index + 1;
    if (isOpening(token)) depth += 1;
    if (!isClosing(token)) continue;
    if (depth === 0) return index;
    depth -= 1;
    if (depth === 0 && token[0] === TokenType.CloseCurly) return index + 1;
  }
  return tokens.length;
}

const isRule = (token: CSSToken, name: string): boolean =>
  token[0] === TokenType.AtKeyword && token[4].value.toLowerCase() === name;

/** Whether the tokens are a whole `@namespace` rule, whose address is a name and loads nothing. */
const isNamespace = (rule: readonly CSSToken[]): boolean =>
  rule.at(-1)?.[0] === TokenType.Semicolon && !rule.some(([type]) => type === TokenType.OpenCurly);

/** Text of a token, closed if the style sheet ends within it, so that text after it means what it says. */
function textOf(token: CSSToken): string {
  const text = token[1];
  if (token[0] === TokenType.Comment && !/^\/\*[^]*\*\/$/.test(text)) return `${text}*/`;
  return text;
}

/** Returns the text of the tokens without addresses of other files, and how many there were. */
function withoutAddresses(tokens: readonly CSSToken[]): { readonly css: string; readonly replaced: number } {
  let css = '';
  let replaced = 0;
  /** Whether strings are addresses, of each open function or bracket. */
  const open: boolean[] = [];
  let addressed = 0;
  const replace = (text: string): void => {
    css += text;
    replaced += 1;
  };
  for (const token of tokens) {
    if (token[0] === TokenType.URL && !isWithin(token[4].value)) replace(NOTHING);
    else if (token[0] === TokenType.BadURL) replace(NOTHING);
    else if (token[0] === TokenType.String && open.at(-1) === true && !isWithin(token[4].value))
      replace(NOTHING_QUOTED);
    else if (addressed > 0 && token[0] === TokenType.Function && INSERTED.test(token[4].value)) replace('x-removed(');
    else css += textOf(token);
    if (isOpening(token)) {
      const isAddressed = token[0] === TokenType.Function && ADDRESSED.test(token[4].value);
      open.push(isAddressed);
      addressed += Number(isAddressed);
    } else if (isClosing(token)) addressed -= Number(open.pop() ?? false);
  }
  return { css, replaced };
}

/** An escape may spell any name. */
const MAY_LOAD = /\\|(?:url|src|image|image-set|cross-fade)\(|@(?:import|font-face)/i;

/**
 * Returns a style sheet, or the value of a style, without addresses of other files. Tokens are those of CSS Syntax 3, so that
 * whatever is kept is kept byte for byte, and means the same in a browser.
 */
export function cleanCss(css: string): string {
  if (!MAY_LOAD.test(css)) return css;
  const tokens = tokenize({ css });
  const kept: CSSToken[] = [];
  let cleaned = '';
  const flush = (): void => {
    cleaned += withoutAddresses(kept.splice(0)).css;
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    const isImport = isRule(token, 'import');
    if (!isImport && !isRule(token, 'font-face') && !isRule(token, 'namespace')) {
      kept.push(token);
      continue;
    }
    flush();
    const end = endOfRule(tokens, index);
    const rule = tokens.slice(index, end);
    const { css: text, replaced } = withoutAddresses(rule);
    if (isRule(token, 'namespace')) cleaned += isNamespace(rule) ? stringify(...rule) : text;
    // A browser would report that nothing is not a font.
    else if (!isImport && replaced === 0) cleaned += text;
    index = end - 1;
  }
  flush();
  return cleaned;
}
