import type { Command, Option } from 'commander';
import { valuesOf } from './choice.js';
import { expandWords, fallbackOf } from './cli.js';

/** Words after the last command. */
interface Typed {
  readonly command: Command;
  /** Number of arguments so far. */
  readonly given: number;
  /** The option that expects a value next. */
  readonly option: Option | undefined;
}

/**
 * Returns completion candidates: the values of an option that expects one, otherwise commands, values of the next argument and
 * options. Empty if an option takes any text; the scripts then offer file names.
 * @param program the whole command line
 * @param words words typed so far, without the current one
 */
export function completions(program: Command, words: readonly string[]): readonly string[] {
  const isHelp = words[0] === 'help';
  const path = isHelp ? words.slice(1) : words;
  // A group is followed by its commands; with options, by those of its fallback.
  const { command, given, option } = readTyped(
    program,
    path.some((word) => word.startsWith('-')) ? expandWords(program, path) : path,
  );
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
  // bash splits `--level=error` into three words.
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
