import { CliError } from '../cliError.js';

/**
 * Options by the path of the field of the API that they set; the first path that begins a field counts. The value of an option
 * that names a file is in the file, and `content` says what it is: `URL`.
 */
export type OptionNames = readonly (readonly [field: string, option: string, content?: string])[];

/** The options of a command line, by camel-case name. */
interface GivenOptions {
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly lists?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** A part of a message: the path of a field, and what is wrong with it. */
const PART = /^([A-Za-z]+(?:\.[A-Za-z]+|\[\d+\])*)(:?) (.*)$/s;

/**
 * Returns a refusal of the API in the words of the command line: `conditions[0].above: must be …` becomes
 * `--when 1, above: must be …`. Fields of a `--file` keep the names that they have there, and so do fields that no option sets.
 */
export function nameOptions(error: unknown, names: OptionNames, given: GivenOptions): unknown {
  if (!(error instanceof CliError) || error.code !== 'invalid' || given.options['file'] !== undefined) return error;
  const parts = error.message
    .replace(/\.$/, '')
    .split('; ')
    .map((part) => renamed(part, names, given));
  // The command line has one option for a URL and a token: what is wrong with it is enough.
  const kept = parts.filter(
    ({ option, text }, at) =>
      !text.includes('is not a field of') || !parts.some((other, index) => index !== at && other.option === option),
  );
  return new CliError(error.code, `${kept.map(({ text }) => text).join('; ')}.`, error.exitCode, error.ids);
}

function renamed(
  part: string,
  names: OptionNames,
  { options, lists = {} }: GivenOptions,
): { readonly option: string | undefined; readonly text: string } {
  const [, path = '', colon = '', problem = ''] = PART.exec(part) ?? [];
  const found = names.find(([field]) => path === field || path.startsWith(`${field}[`) || path.startsWith(`${field}.`));
  if (found === undefined) return { option: undefined, text: part };
  const [field, option, content] = found;
  const key = option.replace(/^--/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const isGiven = !option.startsWith('--') || options[key] !== undefined || lists[key] !== undefined;
  const file = options[key];
  if (content !== undefined && file !== undefined) {
    return { option, text: `${option}: the ${content} ${file === '-' ? 'from stdin' : `in ${file}`} ${problem}` };
  }
  const missing = isGiven || problem === 'is required' ? '' : ' (not given)';
  return { option, text: `${option}${placeIn(path.slice(field.length))}${missing}${colon} ${problem}` };
}

/** `[1].above` is ` 2, above`. */
const placeIn = (rest: string): string =>
  rest.replace(/^\[(\d+)\]/, (_, index: string) => ` ${Number(index) + 1}`).replace(/\.(?=[A-Za-z])/, ', ');
