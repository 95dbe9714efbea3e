import type { Command, Option } from 'commander';
import { valuesOf } from './choice.js';
import { expandWords, fallbackOf } from './cli.js';

/** What was typed after the last command. */
interface Typed {
  readonly command: Command;
  /** Arguments so far. */
  readonly given: number;
  /** The option whose value comes next. */
  readonly option: Option | undefined;
}

/**
 * Returns what may follow the words: the values of an option that waits for one, else commands, values of the next argument,
 * and options. Empty where an option takes any text. The scripts of the shells offer files where nothing in it matches.
 * @param program the whole command line
 * @param words typed so far, without the one that is being typed
 */
export function completions(program: Command, words: readonly string[]): readonly string[] {
  const isHelp = words[0] === 'help';
  const path = isHelp ? words.slice(1) : words;
  // A group alone is followed by its commands, with its options by those of its fallback.
  const { command, given, option } = readTyped(program, path.length > 1 ? expandWords(program, path) : path);
  if (option !== undefined) return valuesOf(option);
  const names = visible(command).map((child) => child.name());
  if (isHelp) return names;
  const argument = command.registeredArguments.at(given);
  const values = argument === undefined ? [] : valuesOf(argument);
  const options = [command, fallbackOf(command)].flatMap((one) => one?.options ?? []);
  const flags = options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));
  return [...names, ...(command === program ? ['help'] : []), ...values, ...flags, '--help'];
}

const visible = (command: Command): readonly Command[] => command.createHelp().visibleCommands(command);

const readTyped = (program: Command, words: readonly string[]): Typed =>
  words.reduce<Typed>(afterWord, { command: program, given: 0, option: undefined });

function afterWord(typed: Typed, word: string): Typed {
  const { command, given, option } = typed;
  // bash splits `--level=error` in three words.
  if (word === '=') return typed;
  if (option !== undefined) return { command, given, option: undefined };
  if (word.startsWith('-')) {
    const next = command.options.find(({ long, required }) => required && (long === word || `${long ?? ''}=` === word));
    return { command, given, option: next };
  }
  const child = command.commands.find((each) => each.name() === word);
  return child === undefined
    ? { command, given: given + 1, option: undefined }
    : { command: child, given: 0, option: undefined };
}
