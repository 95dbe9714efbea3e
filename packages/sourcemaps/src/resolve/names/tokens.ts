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

/** One that its line does not end is no string: an apostrophe in JSX. */
const STRING = /'(?:[^'\\\r\n]|\\[^])*'|"(?:[^"\\\r\n]|\\[^])*"/y;
const REGEX = /\/(?![*/])(?:[^\\/[\r\n]|\\.|\[(?:[^\]\\\r\n]|\\.)*\])+\/[a-z]*/y;
/** Up to the next value, or to the end of the template. */
const TEMPLATE = /(?:[^\\`$]|\\[^]|\$(?!\{))*/y;
const OPERATOR = /=>|\?\.(?!\d)|[-+*/%&|^!=<>?]{0,4}=|[^]/y;

/** Words that a value follows, so that `/` begins a regular expression and a line does not end behind them. */
export const OPERATOR_WORDS: ReadonlySet<string> = new Set([
  ...['return', 'typeof', 'case', 'in', 'of', 'instanceof', 'new', 'delete', 'void', 'throw', 'await', 'yield', 'else'],
  ...['do', 'as', 'satisfies', 'extends', 'default'],
]);

/** What a character may begin. Everything beyond ASCII but blanks is part of a word. */
enum Class {
  Alone,
  Blank,
  Line,
  Word,
  Digit,
  Quote,
  Slash,
  Template,
  Operator,
}

const CLASSES: readonly Class[] = Array.from({ length: 128 }, (_, code) => classOfAscii(String.fromCharCode(code)));

function classOfAscii(character: string): Class {
  if (/[\n\r]/.test(character)) return Class.Line;
  if (/[\s\0]/.test(character)) return Class.Blank;
  if (/[a-z_$#]/i.test(character)) return Class.Word;
  if (/\d/.test(character)) return Class.Digit;
  if (/["']/.test(character)) return Class.Quote;
  if (character === '/') return Class.Slash;
  if (character === '`') return Class.Template;
  return /[-+*%&|^!=<>?]/.test(character) ? Class.Operator : Class.Alone;
}

function classAt(text: string, at: number): Class {
  const code = text.charCodeAt(at);
  if (code < 128) return CLASSES[code] ?? Class.Alone;
  if (code === 0x2028 || code === 0x2029) return Class.Line;
  return code === 0xa0 || code === 0xfeff || code === 0x3000 ? Class.Blank : Class.Word;
}

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
    while (this.at < this.text.length && this.isCode) this.step(classAt(this.text, this.at));
    return { tokens: this.tokens, isCode: this.isCode };
  }

  private step(kind: Class): void {
    switch (kind) {
      case Class.Line:
        this.startsLine = true;
        this.at++;
        return;
      case Class.Blank:
        this.at++;
        return;
      case Class.Word:
      case Class.Digit:
        this.word(kind === Class.Word);
        return;
      case Class.Quote:
        if (!this.quoted(STRING)) this.sign(this.text.charAt(this.at++));
        return;
      case Class.Slash:
        if (!this.comment() && !(this.mayBeRegex() && this.quoted(REGEX))) this.sign(this.match(OPERATOR) ?? '');
        return;
      case Class.Template:
        this.at++;
        this.template();
        return;
      case Class.Operator:
        this.sign(this.match(OPERATOR) ?? '');
        return;
      case Class.Alone:
        this.sign(this.text.charAt(this.at++));
    }
  }

  /** A word, or a number with all that hangs on it. */
  private word(isWord: boolean): void {
    const start = this.at++;
    for (; this.at < this.text.length; this.at++) {
      const kind = classAt(this.text, this.at);
      if (kind === Class.Word || kind === Class.Digit) continue;
      if (isWord || this.text[this.at] !== '.') break;
    }
    this.push(isWord ? 'word' : 'number', this.text.slice(start, this.at));
  }

  private comment(): boolean {
    const isBlock = this.text[this.at + 1] === '*';
    if (!isBlock && this.text[this.at + 1] !== '/') return false;
    const end = this.text.indexOf(isBlock ? '*/' : '\n', this.at + 2);
    if (isBlock && end < 0) this.isCode = false;
    else if (isBlock) {
      this.startsLine ||= this.text.slice(this.at, end).includes('\n');
      this.at = end + 2;
    } else this.at = end < 0 ? this.text.length : end;
    return true;
  }

  /** A string or regular expression; one that did not end in its line is not looked for again there. */
  private quoted(pattern: RegExp): boolean {
    const mark = this.text.charAt(this.at);
    if (this.at < (this.endless.get(mark) ?? 0)) return false;
    const found = this.match(pattern);
    if (found === undefined) {
      const lineEnd = this.text.indexOf('\n', this.at);
      this.endless.set(mark, lineEnd < 0 ? this.text.length : lineEnd);
      return false;
    }
    const isString = pattern === STRING;
    this.push(isString ? 'string' : 'regex', isString ? found.slice(1, -1) : found);
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
