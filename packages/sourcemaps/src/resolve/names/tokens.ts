/** A piece of JavaScript or TypeScript: enough of it to see what opens and closes. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'template' | 'regex' | 'sign';
  /** A string without its quotes; of signs each alone, but `=>`, `?.` and what ends in `=`. */
  readonly text: string;
  /** Whether a line ends between the token before and this one. */
  readonly startsLine: boolean;
}

/** The tokens of a text, and whether it ends inside a template's text or a comment. */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly isCode: boolean;
}

const BLANK = /[\s\uFEFF]+/y;
const WORD = /#?[\p{L}\p{Nl}$_][\p{L}\p{N}\p{M}$_\u200c\u200d]*/uy;
const NUMBER = /\d[\w.]*/y;
const COMMENT = /\/\/.*|\/\*[^]*?\*\//y;
/** One that its line does not end is no string: an apostrophe in JSX. */
const STRING = /'(?:[^'\\\r\n]|\\[^])*'|"(?:[^"\\\r\n]|\\[^])*"/y;
const REGEX = /\/(?![*/])(?:[^\\/[\r\n]|\\.|\[(?:[^\]\\\r\n]|\\.)*\])+\/[a-z]*/y;
/** Up to the next value, or to the end of the template. */
const TEMPLATE = /(?:[^\\`$]|\\[^]|\$(?!\{))*/y;
const SIGN = /=>|\?\.(?!\d)|[-+*/%&|^!=<>?]{0,4}=|[^]/y;

/** Words that a value follows, so that `/` begins a regular expression and a line does not end behind them. */
export const OPERATOR_WORDS: ReadonlySet<string> = new Set([
  ...['return', 'typeof', 'case', 'in', 'of', 'instanceof', 'new', 'delete', 'void', 'throw', 'await', 'yield', 'else'],
  ...['do', 'as', 'satisfies', 'extends', 'default'],
]);

/** Splits a text into tokens in one pass. Never throws: what is no token is a sign. */
export function tokenize(text: string): Tokens {
  return new Scanner(text).scan();
}

class Scanner {
  private readonly tokens: Token[] = [];
  /** Of each brace that is open, whether it is the `${` of a template. */
  private readonly braces: boolean[] = [];
  /** For each quote, up to where it is known that none ends. */
  private readonly endless = new Map<string, number>();
  private at = 0;
  private startsLine = true;
  private isCode = true;

  constructor(private readonly text: string) {}

  scan(): Tokens {
    while (this.at < this.text.length && this.isCode) this.step();
    return { tokens: this.tokens, isCode: this.isCode };
  }

  private step(): void {
    const blank = this.match(BLANK) ?? this.match(COMMENT);
    if (blank !== undefined) {
      this.startsLine ||= /[\n\r\u2028\u2029]/.test(blank);
      return;
    }
    if (this.text.startsWith('/*', this.at)) {
      this.isCode = false;
      return;
    }
    if (this.text[this.at] === '`') {
      this.at++;
      this.template();
      return;
    }
    this.plain();
  }

  private plain(): void {
    const word = this.match(WORD);
    if (word !== undefined) return this.push('word', word);
    const number = this.match(NUMBER);
    if (number !== undefined) return this.push('number', number);
    const quoted = this.quoted();
    if (quoted === undefined) this.sign(this.match(SIGN) ?? '');
  }

  /** A string or regular expression; one that did not end in its line is not looked for again there. */
  private quoted(): true | undefined {
    const mark = this.text.charAt(this.at);
    const isRegex = mark === '/';
    if (!(isRegex ? this.mayBeRegex() : mark === '"' || mark === "'")) return undefined;
    if (this.at < (this.endless.get(mark) ?? 0)) return undefined;
    const found = this.match(isRegex ? REGEX : STRING);
    if (found === undefined) {
      const lineEnd = this.text.indexOf('\n', this.at);
      this.endless.set(mark, lineEnd < 0 ? this.text.length : lineEnd);
      return undefined;
    }
    this.push(isRegex ? 'regex' : 'string', isRegex ? found : found.slice(1, -1));
    return true;
  }

  private sign(text: string): void {
    this.push('sign', text);
    if (text === '{') this.braces.push(false);
    if (text === '}' && this.braces.pop() === true) this.template();
  }

  /** The text of a template up to its next value or its end. */
  private template(): void {
    this.push('template', this.match(TEMPLATE) ?? '');
    const end = this.text[this.at];
    if (end === '`') this.at++;
    else if (end === '$') {
      this.at += 2;
      this.push('sign', '${');
      this.braces.push(true);
    } else this.isCode = false;
  }

  private mayBeRegex(): boolean {
    const last = this.tokens.at(-1);
    if (last === undefined) return true;
    if (last.kind === 'sign') return ![')', ']', '}', '<'].includes(last.text);
    return last.kind === 'word' && OPERATOR_WORDS.has(last.text);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) return undefined;
    this.at += found.length;
    return found;
  }

  private push(kind: Token['kind'], text: string): void {
    this.tokens.push({ kind, text, startsLine: this.startsLine });
    this.startsLine = false;
  }
}
