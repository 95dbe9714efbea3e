import { afterLast, lineOf, splitLast, type LanguageCall } from './languageCall.js';

/** Downloaded modules, also in paths that were trimmed. */
const MODULE = /[\\/](?:pkg[\\/]mod|vendor)[\\/]|@v\d/;

/** The standard library, where Go is installed. */
const STANDARD = /[\\/]go[\d.-]{0,9}[\\/](?:[^\\/]{1,20}[\\/]){0,2}src[\\/]/i;

const GOROUTINE = /^goroutine \d{1,18} /;

const STARTED = 'created by ';

/** Reads pairs of lines, `main.(*Cart).Price(0x1)` and its file, of the first goroutine; of a panic, those below it. */
export function parseGo(lines: readonly string[]): readonly LanguageCall[] {
  const calls: LanguageCall[] = [];
  for (const [at, line] of lines.entries()) {
    if (calls.length > 0 && GOROUTINE.test(line)) break;
    const place = lines[at + 1] ?? '';
    const name = place.startsWith('\t') && !line.startsWith('\t') ? nameOf(line.trim()) : '';
    if (name !== '') calls.push(callOf(name, place.trim()));
  }
  // What recovers from a panic runs above it.
  return afterLast(calls, (call) => call.function === 'panic' && call.module === '');
}

/** Without its arguments; of a goroutine, the function that started it. */
function nameOf(text: string): string {
  if (text.startsWith(STARTED)) return text.slice(STARTED.length).replace(/ in goroutine \d{1,18}$/, '');
  return text.endsWith(')') ? text.slice(0, text.lastIndexOf('(')) : '';
}

/** The package ends at the first dot behind the last slash. */
function callOf(name: string, place: string): LanguageCall {
  const dot = name.indexOf('.', name.lastIndexOf('/') + 1);
  const module = dot < 0 ? '' : name.slice(0, dot);
  const [file, number] = splitLast(place.replace(/ \+0x[\da-f]{1,16}$/, ''), ':');
  const isStandard = STANDARD.test(file) && module !== 'main' && !module.split('/', 1)[0]?.includes('.');
  return {
    file,
    function: name.slice(dot + 1),
    module,
    line: lineOf(number),
    inApp: !isStandard && !MODULE.test(file),
  };
}
