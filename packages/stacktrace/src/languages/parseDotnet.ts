import { afterLast, lineOf, splitLast, type LanguageCall } from './languageCall.js';

/** Frames of inner exceptions are printed before this line. */
const END_OF_INNER = '--- End of inner exception stack trace ---';

const LIBRARY = /^(?:System|Microsoft)\./;

/** Reads `at Shop.Cart.Price(Int32 count) in /src/Cart.cs:line 17`, of the outermost exception. */
export function parseDotnet(lines: readonly string[]): readonly LanguageCall[] {
  return afterLast(lines, (line) => line.includes(END_OF_INNER))
    .map((line) => parseLine(line.trim()))
    .filter((call) => call !== undefined);
}

function parseLine(text: string): LanguageCall | undefined {
  const open = text.indexOf('(');
  // A path may have parentheses, too.
  const placed = text.indexOf(') in ', open);
  const close = placed < 0 ? text.lastIndexOf(')') : placed;
  if (!text.startsWith('at ') || open < 0 || close < open) return undefined;
  const place = text.slice(close + 1);
  const [file, number] = place.startsWith(' in ') ? splitLast(place.slice(4), ':line ') : ['', ''];
  const name = text.slice(3, open);
  // A constructor is `.ctor`: two dots.
  const at = name.includes('..') ? name.indexOf('..') : name.lastIndexOf('.');
  const module = at < 0 ? '' : name.slice(0, at);
  return {
    file,
    function: name.slice(at + 1).replace(/\[.*/s, ''),
    module,
    line: lineOf(number),
    inApp: module !== '' && !LIBRARY.test(`${module}.`),
  };
}
