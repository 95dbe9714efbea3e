import { assignedName, beforeTypes } from './declaredName.js';
import type { TokenReader } from './tokenReader.js';
import type { Token } from './tokens.js';

/** Words in front of parentheses and a brace that make them a statement. */
const STATEMENTS: ReadonlySet<string> = new Set([
  ...['if', 'for', 'while', 'switch', 'catch', 'with', 'await', 'return', 'typeof', 'super', 'import'],
]);

const isSign = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;
const isWord = (token: Token | undefined, text: string): boolean => token?.kind === 'word' && token.text === text;

/** A function by what stands in front of its parameters. */
export interface Header {
  /** `null` where it has none. */
  readonly name: string | null;
  readonly isConstructor: boolean;
}

/** The function whose parameters open at `open`, where the word `function` says so. */
export function functionHeader(tokens: TokenReader, open: number): Header | undefined {
  const last = beforeTypes(tokens, open - 1);
  for (const own of [0, 1]) {
    const keyword = isSign(tokens.at(last - own), '*') ? last - own - 1 : last - own;
    if (!isWord(tokens.at(keyword), 'function')) continue;
    const name = tokens.at(last);
    if (own === 1 && name?.kind === 'word') return { name: name.text, isConstructor: false };
    const before = isWord(tokens.at(keyword - 1), 'async') ? keyword - 2 : keyword - 1;
    return { name: assignedName(tokens, before), isConstructor: false };
  }
  return undefined;
}

/**
 * The function whose parameters open at `open` and that a body follows: after `function`, or a method. `undefined` for
 * a statement (`if (…) {`).
 */
export function bodyHeader(tokens: TokenReader, open: number): Header | undefined {
  return functionHeader(tokens, open) ?? methodHeader(tokens, beforeTypes(tokens, open - 1));
}

function methodHeader(tokens: TokenReader, at: number): Header | undefined {
  const name = tokens.at(at);
  const before = tokens.at(at - 1);
  if (name === undefined || isSign(before, '.') || isSign(before, '?.') || isWord(before, 'new')) return undefined;
  if (name.kind === 'word') {
    if (STATEMENTS.has(name.text)) return undefined;
    return { name: name.text, isConstructor: name.text === 'constructor' };
  }
  if (name.kind === 'string' || name.kind === 'number') return { name: name.text, isConstructor: false };
  // `[computed]() {`
  if (!isSign(name, ']')) return undefined;
  const key = tokens.at(at - 1);
  const isQuoted = isSign(tokens.at(at - 2), '[') && key?.kind === 'string';
  return { name: isQuoted ? key.text : null, isConstructor: false };
}

/** Name of the class whose keyword is at `at`; `undefined` where the word is none: a property, an attribute. */
export function classHeader(tokens: TokenReader, at: number): { readonly name: string | null } | undefined {
  const next = tokens.at(at + 1);
  if (isSign(tokens.at(at - 1), '.') || next === undefined) return undefined;
  if (isSign(next, '{')) return { name: assignedName(tokens, at - 1) };
  if (next.kind !== 'word') return undefined;
  return { name: ['extends', 'implements'].includes(next.text) ? assignedName(tokens, at - 1) : next.text };
}
