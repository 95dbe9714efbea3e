import { afterLast, lineOf, type LanguageCall } from './languageCall.js';

/** An exception group is indented. */
const TRACEBACK = /^(?:Traceback| {2}\+ Exception Group Traceback) \(most recent call last\):/;

/** The margin of an exception group. */
const MARGIN = /^ {2}\| /;

const LIBRARY =
  /[\\/](?:site|dist)-packages[\\/]|[\\/]lib(?:64)?[\\/]python\d|[\\/]python\d{1,4}[\\/]lib[\\/]|^<frozen /i;

/** Under a source line: which part of it failed. */
const MARKS = /^[\s~^]*$/;

/**
 * Reads `File "cart.py", line 17, in price` and the source line below. The last traceback is the exception's: its causes and contexts are
 * printed before it.
 */
export function parsePython(lines: readonly string[]): readonly LanguageCall[] {
  const calls: LanguageCall[] = [];
  const start = lines.length - afterLast(lines, (line) => TRACEBACK.test(line)).length;
  for (let at = start; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(MARGIN, '');
    // The exception itself ends its traceback.
    if (start > 0 && !line.startsWith(' ')) break;
    const call = parseLine(line.trim());
    if (call === undefined) continue;
    const source = (lines[at + 1] ?? '').replace(MARGIN, '');
    const hasSource = source.startsWith('    ') && !MARKS.test(source);
    calls.push(hasSource ? { ...call, source: source.trim() } : call);
  }
  return calls.reverse();
}

const FILE = 'File "';
const LINE = '", line ';

function parseLine(text: string): LanguageCall | undefined {
  const end = text.indexOf(LINE);
  if (!text.startsWith(FILE) || end < 0) return undefined;
  const file = text.slice(FILE.length, end);
  const rest = text.slice(end + LINE.length);
  const comma = rest.indexOf(', in ');
  const number = comma < 0 ? rest : rest.slice(0, comma);
  const name = comma < 0 ? '' : rest.slice(comma + ', in '.length);
  return { file, function: name, module: '', line: lineOf(number), inApp: !LIBRARY.test(file) };
}
