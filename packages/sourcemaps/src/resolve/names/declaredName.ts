import type { TokenReader } from './tokenReader.js';
import { OPERATOR_WORDS, type Token } from './tokens.js';

/** Farther than this nobody looks back from a function for its name, in tokens. */
const REACH = 80;
/** Wrappers around a function that are looked through. */
const MOST_WRAPPERS = 5;

const MODIFIERS: ReadonlySet<string> = new Set([
  ...['private', 'public', 'protected', 'static', 'readonly', 'declare', 'override', 'accessor', 'export', 'async'],
]);
const DECLARES: ReadonlySet<string> = new Set(['const', 'let', 'var']);

/** Functions that give back the function they were given, so that the variable's name is its name. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...['useCallback', 'useEvent', 'useEffectEvent', 'memo', 'forwardRef', 'observer', 'action', 'debounce', 'throttle'],
  ...['once', 'memoize', 'asyncHandler'],
]);

const isSign = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token?.kind === 'sign' && texts.includes(token.text);
const isWord = (token: Token | undefined, text?: string): token is Token =>
  token?.kind === 'word' && (text === undefined || token.text === text);

/** Whether a value ends with this token, so that a new line may end a statement behind it. */
export const endsValue = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'sign'
    ? [')', ']', '}'].includes(token.text)
    : token.kind !== 'word' || !OPERATOR_WORDS.has(token.text));

/**
 * The name that a function or class without one of its own has from what it is assigned to, or is a property of, or
 * exported as: `const a = …`, `a.b = …`, `a = …` in a class, `{ a: … }`, `export default …`. `null` where it is an
 * argument, but for some known wrappers (`const a = useCallback(…)`), or an operand. @param at index of the token before the function
 */
export function assignedName(tokens: TokenReader, at: number, wrappers = 0): string | null {
  const before = tokens.at(at);
  if (isSign(before, '=')) return nameLeftOf(tokens, at);
  if (isSign(before, ':')) return propertyName(tokens, at - 1);
  if (isSign(before, '(')) return wrappedName(tokens, beforeTypes(tokens, at - 1), wrappers);
  return isWord(before, 'default') && isWord(tokens.at(at - 1), 'export') ? 'default' : null;
}

/** `a` of `a = memo(…` and `a = React.memo(…`. */
function wrappedName(tokens: TokenReader, wrapper: number, outside: number): string | null {
  if (outside >= MOST_WRAPPERS || !WRAPPERS.has(wordAt(tokens, wrapper) ?? '')) return null;
  return assignedName(tokens, isSign(tokens.at(wrapper - 1), '.') ? wrapper - 3 : wrapper - 1, outside + 1);
}

/** `a` of `{ a: …` and `, "a": …`; not of a conditional. */
function propertyName(tokens: TokenReader, at: number): string | null {
  const key = tokens.at(at);
  if (key === undefined || !isSign(tokens.at(at - 1), '{', ',')) return null;
  return ['word', 'string', 'number'].includes(key.kind) ? key.text : null;
}

function nameLeftOf(tokens: TokenReader, equals: number): string | null {
  const start = startOfStatement(tokens, equals);
  const first = tokens.at(start);
  // `a: Type<…> = …`: the name is in front of the type.
  if (isWord(first) && isSign(tokens.at(start + 1), ':', '?', '!')) return first.text;
  const last = tokens.at(equals - 1);
  const before = tokens.at(equals - 2);
  if (isWord(last)) {
    if (isSign(before, ':')) return wordAt(tokens, equals - 3);
    return isSign(before, '=>', '|', '&', '?', '<') ? null : last.text;
  }
  const isQuoted = isSign(last, ']') && isSign(tokens.at(equals - 3), '[') && before?.kind === 'string';
  return isQuoted ? before.text : null;
}

const wordAt = (tokens: TokenReader, at: number): string | null => {
  const token = tokens.at(at);
  return isWord(token) ? token.text : null;
};

/** Where the assignment whose `=` is at `equals` begins, behind `const` and modifiers. */
function startOfStatement(tokens: TokenReader, equals: number): number {
  let start = equals;
  for (let depth = 0; start > 0 && equals - start < REACH; start--) {
    if (depth === 0 && start < equals && isBoundary(tokens, start)) break;
    const before = tokens.at(start - 1);
    if (isSign(before, ')', ']', '}', '>')) depth++;
    else if (isSign(before, '(', '[', '{', '<')) depth--;
    if (depth < 0) break;
  }
  while (start < equals && MODIFIERS.has(wordAt(tokens, start) ?? '')) start++;
  return start;
}

/** Whether a statement or a member begins with the token at `start`. */
function isBoundary(tokens: TokenReader, start: number): boolean {
  const before = tokens.at(start - 1);
  if (isSign(before, ';', ',', '=')) return true;
  if (isWord(before) && DECLARES.has(before.text)) return true;
  const token = tokens.at(start);
  return isWord(token) && token.startsLine && endsValue(before);
}

/** Index of the `<` that the `>` at `at` closes; `at` itself where there is none near. */
function startOfTypes(tokens: TokenReader, at: number): number {
  let depth = 0;
  for (let index = at; index >= 0 && at - index < REACH; index--) {
    if (isSign(tokens.at(index), '>')) depth++;
    if (isSign(tokens.at(index), '<') && --depth === 0) return index;
    if (isSign(tokens.at(index), ';', ')')) return at;
  }
  return at;
}

/** Index of what stands before type parameters that end at `at`; `at` where none do. */
export const beforeTypes = (tokens: TokenReader, at: number): number => {
  const start = isSign(tokens.at(at), '>') ? startOfTypes(tokens, at) : at;
  return start === at ? at : start - 1;
};

/** Name of the arrow function whose parameters begin at `first`; `null` where it has none. */
export function arrowName(tokens: TokenReader, first: number): string | null {
  const before = beforeTypes(tokens, first - 1);
  return assignedName(tokens, isWord(tokens.at(before), 'async') ? before - 1 : before);
}
