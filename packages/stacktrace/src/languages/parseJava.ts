import { lineOf, splitLast, type LanguageCall } from './languageCall.js';

const LIBRARY = /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|org\.springframework)\./;

const OTHER_ERROR = /^\s*(?:Caused by|Suppressed): /;

/** Reads `at com.shop.Cart.price(Cart.java:17)`, of Java, Kotlin and Scala, up to the first cause. */
export function parseJava(lines: readonly string[]): readonly LanguageCall[] {
  const calls: LanguageCall[] = [];
  for (const line of lines) {
    if (calls.length > 0 && OTHER_ERROR.test(line)) break;
    const call = parseLine(line);
    if (call !== undefined) calls.push(call);
  }
  return calls;
}

/** Reads one line; `undefined` where it is no call. */
function parseLine(line: string): LanguageCall | undefined {
  const text = line.trim();
  const open = text.indexOf('(');
  const close = text.indexOf(')', open);
  if (!text.startsWith('at ') || open < 0 || close < 0) return undefined;
  const [module, name] = splitLast(withoutLoader(text.slice(3, open)), '.');
  if (name === '' || name.includes(' ')) return undefined;
  const place = text.slice(open + 1, close);
  const [file, number] = place.includes(':') ? splitLast(place, ':') : [place, ''];
  const isFile = file.includes('.');
  return {
    file: isFile ? file : '',
    function: name,
    module,
    line: lineOf(number),
    inApp: !LIBRARY.test(`${module}.`),
  };
}

/** `java.base/java.lang.Thread` and `app//com.shop.Cart` name a class loader or module first; a lambda has its address last. */
function withoutLoader(name: string): string {
  const lambda = name.indexOf('$$Lambda');
  if (lambda < 0) return name.slice(name.lastIndexOf('/') + 1);
  const start = name.lastIndexOf('/', lambda) + 1;
  const address = name.indexOf('/', lambda);
  return address < 0
    ? name.slice(start)
    : name.slice(start, address) + name.slice(Math.max(address, name.lastIndexOf('.')));
}
