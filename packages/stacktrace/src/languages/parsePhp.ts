import { afterLast, lineOf, splitLast, type LanguageCall } from './languageCall.js';
import { parseJava } from './parseJava.js';

const LIBRARY = /[\\/]vendor[\\/]/;

const CALLER = /^#\d{1,9} /;

const IN = ' in ';
const ENDS_WITH_LINE = /:\d{1,9}$/;

/**
 * Reads `#0 index.php(12): Shop\Cart->price()` of PHP, and `at Shop.Cart.price(cart.php:17)` as OpenTelemetry prints it. A line of PHP
 * names a function and where it was called, which is a place in the function of the next line. Chained exceptions end with the
 * outermost.
 */
export function parsePhp(lines: readonly string[]): readonly LanguageCall[] {
  if (!lines.some((line) => CALLER.test(line)))
    return parseJava(lines).map((call) => ({ ...call, inApp: call.file !== '' }));
  const own = afterLast(lines, (line) => line.startsWith('Next '));
  const first = own.findIndex((line) => CALLER.test(line));
  const header = lines
    .slice(0, lines.length - own.length + first)
    .filter(endsWithPlace)
    .at(-1);
  let place = header === undefined ? NOWHERE : placeOf(header.slice(header.lastIndexOf(IN) + IN.length));
  const calls: LanguageCall[] = [];
  for (const line of own.slice(first)) {
    if (!CALLER.test(line)) break;
    const text = line.replace(CALLER, '').trim();
    const { callee, caller } = readCaller(text);
    calls.push({ ...readName(callee), ...place, inApp: place.file !== '' && !LIBRARY.test(place.file) });
    place = caller;
  }
  return calls;
}

interface Place {
  readonly file: string;
  readonly line: number | null;
}

const NOWHERE: Place = { file: '', line: null };

/** Whether a line ends with the place where the exception was thrown, as the end of its message does: `no cart in cart.php:17`. */
const endsWithPlace = (line: string): boolean => ENDS_WITH_LINE.test(line) && line.includes(IN);

function placeOf(text: string): Place {
  const [file, number] = splitLast(text, ':');
  return { file, line: lineOf(number) };
}

/** `index.php(12): f()` → the function `f()`, and the place where it was called. */
function readCaller(text: string): { readonly callee: string; readonly caller: Place } {
  const end = text.indexOf('): ');
  if (end < 0) return { callee: text.replace(/^\[internal function\]: /, ''), caller: NOWHERE };
  const [file, number] = splitLast(text.slice(0, end), '(');
  return { callee: text.slice(end + 3), caller: { file, line: lineOf(number) } };
}

/** `Shop\Cart->price(1)`, `Shop\Cart::of()`, `Shop\price()`, `{main}`. */
function readName(text: string): Pick<LanguageCall, 'module' | 'function'> {
  const closure = text.indexOf('{closure');
  const open = text.indexOf('(');
  const name = closure >= 0 ? text.slice(0, closure) : open < 0 ? text : text.slice(0, open);
  const at = Math.max(name.lastIndexOf('->'), name.lastIndexOf('::'));
  const own = closure >= 0 ? '{closure}' : name.slice(at < 0 ? name.lastIndexOf('\\') + 1 : at + 2);
  return { module: at < 0 ? name.slice(0, Math.max(0, name.lastIndexOf('\\'))) : name.slice(0, at), function: own };
}
