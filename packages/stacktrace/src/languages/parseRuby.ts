import { lineOf, splitLast, type LanguageCall } from './languageCall.js';

const LIBRARY = /[\\/]gems[\\/]|[\\/]lib[\\/]ruby[\\/]|^<internal:/;

/** What runs inside a method. */
const INSIDE = /^(?:(?:block|rescue|ensure)(?: \(\d{1,4} levels\))? in )+/;

const FROM = /^\s+from /;

/**
 * Reads ``cart.rb:17:in `price'`` and, of Ruby 3.4, `cart.rb:17:in 'Cart#price'`. If callers begin with `from`, a line without it after
 * them is the cause's.
 */
export function parseRuby(lines: readonly string[]): readonly LanguageCall[] {
  const calls: LanguageCall[] = [];
  let hasCallers = false;
  for (const line of lines) {
    const isCaller = FROM.test(line);
    const call = parseLine(line.replace(FROM, '').trim());
    if (call !== undefined && hasCallers && !isCaller) break;
    hasCallers ||= isCaller;
    if (call !== undefined) calls.push(call);
  }
  return calls;
}

function parseLine(text: string): LanguageCall | undefined {
  const at = [':in `', ":in '"].map((mark) => text.indexOf(mark)).find((found) => found >= 0) ?? -1;
  const start = at + ":in '".length;
  const end = text.indexOf("'", start);
  if (at < 0 || end < 0) return undefined;
  const [file, number] = splitLast(text.slice(0, at), ':');
  const [module, name] = readName(text.slice(start, end));
  return { file, function: name, module, line: lineOf(number), inApp: !LIBRARY.test(file) };
}

/** `block in Shop::Cart#price` → `Shop::Cart` and `block in price`. */
function readName(text: string): readonly [string, string] {
  const prefix = INSIDE.exec(text)?.[0] ?? '';
  const name = text.slice(prefix.length);
  const at = name.startsWith('<') ? -1 : name.search(/[#.]/);
  return at < 1 ? ['', text] : [name.slice(0, at), prefix + name.slice(at + 1)];
}
