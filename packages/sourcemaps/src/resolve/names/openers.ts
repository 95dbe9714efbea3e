import { arrowName, endsValue } from './declaredName.js';
import { bodyHeader, classHeader, functionHeader, type Header } from './headers.js';
import type { TokenReader } from './tokenReader.js';
import type { Token } from './tokens.js';

/** Something that is still open where a text ends. */
export interface Opener {
  readonly kind: 'function' | 'class' | 'other';
  /** Of a function or class; `null` where it has none. */
  readonly name: string | null;
  readonly isConstructor: boolean;
}

interface Open extends Opener {
  /** What closes it; an arrow function without braces ends with what it is part of. */
  readonly closedBy: ')' | ']' | '}' | 'whatever';
  /** Index of the token that opened it. */
  readonly at: number;
}

/** Parentheses that have just closed: parameters, when a body or an arrow follows. */
interface Parameters {
  readonly open: number;
  readonly close: number;
  readonly depth: number;
  /** Whether a `:` followed, so that what comes is a type. */
  isTyped: boolean;
  /** How many `<` of the type are open. */
  angles: number;
  /** Index of the last `)` within the type. */
  groupEnd: number;
}

/** What is open at once: within the 60 lines that are looked at nobody writes more. */
const MOST_OPEN = 100;
const CLOSERS = { '(': ')', '[': ']', '{': '}', '${': '}' } as const;
/** Behind these in a type, a brace opens a type. */
const TYPE_OPERATORS: ReadonlySet<string> = new Set([
  ...[':', '|', '&', '<', ',', '?', '=>', 'extends', 'is', 'keyof', 'readonly', 'typeof', 'new', 'unique', 'infer'],
]);
/** No type goes on with these. */
const NO_TYPE: ReadonlySet<string> = new Set([
  ...[';', '=', 'return', 'const', 'let', 'var', 'if', 'for', 'while', 'case', 'default', 'break', 'throw', 'class'],
]);
/** Tokens on each side of a comma that are looked at for the `<` and `>` around it. */
const TYPES_REACH = 30;
const TYPE_SIGNS: ReadonlySet<string> = new Set(['<', '>', ',', '.', '|', '&', '[', ']']);
const CONTINUES: ReadonlySet<string> = new Set(['in', 'instanceof', 'as', 'satisfies', 'of']);
const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;
const NAMELESS: Header = { name: null, isConstructor: false };

/**
 * What is open behind the last of `tokens`, outermost first. Closers of what was opened before the first are ignored.
 * `undefined` where more is open at once than in any code that people write, or the reader is spent.
 */
export function openersOf(tokens: TokenReader): readonly Opener[] | undefined {
  return new Walker(tokens).walk();
}

class Walker {
  private readonly open: Open[] = [];
  private parameters: Parameters | undefined;
  private nextClass: { readonly name: string | null; readonly depth: number } | undefined;

  constructor(private readonly tokens: TokenReader) {}

  walk(): readonly Opener[] | undefined {
    for (let at = 0; at < this.tokens.count && this.open.length <= MOST_OPEN; at++) {
      const token = this.tokens.at(at);
      if (token === undefined) return undefined;
      this.endArrowsByLine(token, at);
      if (token.kind === 'sign') this.sign(token.text, at);
      else if (token.kind === 'word') this.word(token.text, at);
    }
    return this.open.length > MOST_OPEN || this.tokens.isSpent ? undefined : this.open;
  }

  private word(text: string, at: number): void {
    if (text === 'class') {
      const header = classHeader(this.tokens, at);
      if (header !== undefined) this.nextClass = { ...header, depth: this.open.length };
    }
    if (this.parameters?.isTyped === true && NO_TYPE.has(text)) this.parameters = undefined;
  }

  private sign(text: string, at: number): void {
    if (this.isTypeSign(text, at)) return;
    if (text === '(' || text === '[' || text === '${') this.opens(text, at);
    else if (text === '{') this.brace(at);
    else if (text === ')' || text === ']' || text === '}') this.closes(text, at);
    else if (text === '=>') this.arrow(at);
    else if (text === ';' || (text === ',' && !this.separatesTypes(at))) this.endArrows();
  }

  private opens(text: keyof typeof CLOSERS, at: number): void {
    const header = text === '(' ? functionHeader(this.tokens, at) : undefined;
    this.push(header, { closedBy: CLOSERS[text], at });
  }

  private push(header: Header | undefined, { closedBy, at }: Pick<Open, 'closedBy' | 'at'>): void {
    const { name, isConstructor } = header ?? NAMELESS;
    this.open.push({ kind: header === undefined ? 'other' : 'function', name, isConstructor, closedBy, at });
  }

  private brace(at: number): void {
    const place = { closedBy: '}', at } as const;
    const top = this.open.at(-1);
    if (this.nextClass?.depth === this.open.length) {
      this.open.push({ kind: 'class', name: this.nextClass.name, isConstructor: false, ...place });
      this.nextClass = undefined;
    } else if (top?.closedBy === 'whatever' && top.at === at - 1) {
      this.open[this.open.length - 1] = { ...top, ...place };
    } else {
      const parameters = this.takeParameters(at);
      this.push(parameters && bodyHeader(this.tokens, parameters.open), place);
    }
  }

  /** The parameters that a body or an arrow at `at` belongs to. */
  private takeParameters(at: number): Parameters | undefined {
    const known = this.parameters;
    if (known?.depth !== this.open.length) return undefined;
    this.parameters = undefined;
    return known.isTyped || known.close === at - 1 ? known : undefined;
  }

  private closes(text: ')' | ']' | '}', at: number): void {
    const index = this.open.findLastIndex(({ closedBy }) => closedBy === text);
    if (index < 0) {
      this.endArrows();
      return;
    }
    const [closed] = this.open.splice(index);
    if (this.parameters !== undefined && this.parameters.depth > index) this.parameters = undefined;
    if (text !== ')' || closed === undefined) return;
    if (this.parameters?.isTyped === true) {
      // Parentheses within a type are nobody's parameters.
      if (this.parameters.depth === index) this.parameters.groupEnd = at;
    } else {
      this.parameters = { open: closed.at, close: at, depth: index, isTyped: false, angles: 0, groupEnd: -1 };
    }
  }

  private arrow(at: number): void {
    const { parameters: typed } = this;
    // `(a: A): (b: B) => C {`: the arrow is a type's.
    if (typed?.isTyped === true && typed.depth === this.open.length && typed.groupEnd === at - 1) return;
    const parameters = this.takeParameters(at);
    const first = parameters?.open ?? (this.tokens.at(at - 1)?.kind === 'word' ? at - 1 : undefined);
    const name = first === undefined ? null : arrowName(this.tokens, first);
    this.open.push({ kind: 'function', name, isConstructor: false, closedBy: 'whatever', at });
  }

  /** Whether a sign is part of the type behind parameters: then nothing else is made of it. */
  private isTypeSign(text: string, at: number): boolean {
    const { parameters } = this;
    if (parameters?.depth !== this.open.length) return false;
    if (text === ':' && parameters.close === at - 1) return (parameters.isTyped = true);
    if (!parameters.isTyped) return false;
    if (text === '<') parameters.angles++;
    if (text === '>') parameters.angles--;
    if (text === '{' && this.opensType(at)) {
      this.push(undefined, { closedBy: '}', at });
      return true;
    }
    const ends =
      (text === ',' && parameters.angles <= 0) ||
      (text === '(' && !this.opensType(at) && this.tokens.at(at - 1)?.text !== '>');
    if (ends || NO_TYPE.has(text)) this.parameters = undefined;
    return text === '<' || text === '>';
  }

  private opensType(at: number): boolean {
    return TYPE_OPERATORS.has(this.tokens.at(at - 1)?.text ?? '');
  }

  /** Whether a comma stands in `f<A, B>(`. */
  private separatesTypes(at: number): boolean {
    return this.followsTypes(at) && this.opensCall(at);
  }

  /** Whether a word and `<` stand near in front of a comma, within the same brackets. */
  private followsTypes(at: number): boolean {
    const start = Math.max(this.open.at(-1)?.at ?? 0, at - TYPES_REACH);
    for (let index = at - 1; index > start; index--) {
      if (isSign(this.tokens.at(index), '<') && this.tokens.at(index - 1)?.kind === 'word') return true;
    }
    return false;
  }

  /** Whether behind a comma only types stand in front of a `>(`. */
  private opensCall(at: number): boolean {
    for (let index = at + 1; index < at + TYPES_REACH; index++) {
      const token = this.tokens.at(index);
      if (token?.kind === 'word' || (token !== undefined && TYPE_SIGNS.has(token.text))) continue;
      return token?.text === '(' && this.tokens.at(index - 1)?.text === '>';
    }
    return false;
  }

  /** A line that begins with a new statement ends arrow functions without braces. */
  private endArrowsByLine(token: Token, at: number): void {
    if (!token.startsLine || token.kind !== 'word' || CONTINUES.has(token.text)) return;
    if (endsValue(this.tokens.at(at - 1))) this.endArrows();
  }

  private endArrows(): void {
    while (this.open.at(-1)?.closedBy === 'whatever') this.open.pop();
  }
}
