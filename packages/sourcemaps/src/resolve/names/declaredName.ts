import { OPERATOR_WORDS, type Token } from './tokens.js';

/** Farther than this nobody looks back from a function for its name, in tokens. */
const REACH = 80;

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
export function assignedName(tokens: readonly Token[], at: number): string | null {
  const before = tokens[at];
  if (isSign(before, '=')) return nameLeftOf(tokens, at);
  if (isSign(before, ':')) return propertyName(tokens, at - 1);
  if (isSign(before, '(')) return wrappedName(tokens, beforeTypes(tokens, at - 1));
  return isWord(before, 'default') && isWord(tokens[at - 1], 'export') ? 'default' : null;
}

/** `a` of `a = memo(…` and `a = React.memo(…`. */
function wrappedName(tokens: readonly Token[], wrapper: number): string | null {
  if (!WRAPPERS.has(wordAt(tokens, wrapper) ?? '')) return null;
  return assignedName(tokens, isSign(tokens[wrapper - 1], '.') ? wrapper - 3 : wrapper - 1);
}

/** `a` of `{ a: …` and `, "a": …`; not of a conditional. */
function propertyName(tokens: readonly Token[], at: number): string | null {
  const key = tokens[at];
  if (key === undefined || !isSign(tokens[at - 1], '{', ',')) return null;
  return ['word', 'string', 'number'].includes(key.kind) ? key.text : null;
}

function nameLeftOf(tokens: readonly Token[], equals: number): string | null {
  const start = startOfStatement(tokens, equals);
  const first = tokens[start];
  // `a: Type<…> = …`: the name is in front of the type.
  if (isWord(first) && isSign(tokens[start + 1], ':', '?', '!')) return first.text;
  const last = tokens[equals - 1];
  const before = tokens[equals - 2];
  if (isWord(last)) {
    if (isSign(before, ':')) return wordAt(tokens, equals - 3);
    return isSign(before, '=>', '|', '&', '?', '<') ? null : last.text;
  }
  const isQuoted = isSign(last, ']') && isSign(tokens[equals - 3], '[') && before?.kind === 'string';
  return isQuoted ? before.text : null;
}

const wordAt = (tokens: readonly Token[], at: number): string | null => {
  const token = tokens[at];
  return isWord(token) ? token.text : null;
};

/** Where the assignment whose `=` is at `equals` begins, behind `const` and modifiers. */
function startOfStatement(tokens: readonly Token[], equals: number): number {
  let start = equals;
  for (let depth = 0; start > 0 && equals - start < REACH; start--) {
    if (depth === 0 && start < equals && isBoundary(tokens, start)) break;
    const before = tokens[start - 1];
    if (isSign(before, ')', ']', '}', '>')) depth++;
    else if (isSign(before, '(', '[', '{', '<')) depth--;
    if (depth < 0) break;
  }
  while (start < equals && MODIFIERS.has(wordAt(tokens, start) ?? '')) start++;
  return start;
}

/** Whether a statement or a member begins with the token at `start`. */
function isBoundary(tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1];
  if (isSign(before, ';', ',', '=')) return true;
  if (isWord(before) && DECLARES.has(before.text)) return true;
  const token = tokens[start];
  return isWord(token) && token.startsLine && endsValue(before);
}

/** Index of the `<` that the `>` at `at` closes; `at` itself where there is none near. */
function startOfTypes(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let index = at; index >= 0 && at - index < REACH; index--) {
    if (isSign(tokens[index], '>')) depth++;
    if (isSign(tokens[index], '<') && --depth === 0) return index;
    if (isSign(tokens[index], ';', ')')) return at;
  }
  return at;
}

/** Index of what stands before type parameters that end at `at`; `at` where none do. */
export const beforeTypes = (tokens: readonly Token[], at: number): number => {
  const start = isSign(tokens[at], '>') ? startOfTypes(tokens, at) : at;
  return start === at ? at : start - 1;
};

/** Name of the arrow function whose parameters begin at `first`; `null` where it has none. */
export function arrowName(tokens: readonly Token[], first: number): string | null {
  const before = beforeTypes(tokens, first - 1);
  return assignedName(tokens, isWord(tokens[before], 'async') ? before - 1 : before);
}
