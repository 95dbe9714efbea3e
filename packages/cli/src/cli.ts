import { Command } from 'commander';
import type { Answer, CommandContext } from './context.js';
import { examplesText, notes, type Example } from './helpText.js';

/** Runs the work of a command with a context and prints its result. */
export type AnswerWith = (work: (context: CommandContext) => Promise<Answer>) => Promise<void>;

/** Default description of `--json`. */
const ONE_VALUE = 'print exactly one JSON value';

/** A command with `--json` and examples; add arguments, options and the action. @param json what `--json` does */
export function command(
  name: string,
  summary: string,
  examples: readonly Example[],
  json: string = ONE_VALUE,
): Command {
  return new Command(name)
    .summary(summary)
    .description(`${summary}.`)
    .option('--json', json)
    .addHelpText('after', examplesText(examples));
}

/** The command that runs if only the group is given. */
const fallbacks = new WeakMap<Command, string>();

/** A command that groups others. @param fallback name of the command that runs if none is given */
export function group(name: string, summary: string, commands: readonly Command[], fallback?: string): Command {
  const parent = new Command(name).summary(summary).description(`${summary}.`);
  for (const child of commands) parent.addCommand(child);
  if (fallback !== undefined) {
    fallbacks.set(parent, fallback);
    parent.addHelpText('after', notes(`\`sluice ${name}\` alone is \`sluice ${name} ${fallback}\`.`));
  }
  return parent;
}

/** The command that runs if only the group is named; `undefined` if it has no default. */
export function fallbackOf(parent: Command): Command | undefined {
  const name = fallbacks.get(parent);
  return parent.commands.find((child) => child.name() === name);
}

/**
 * Rewrites the command line for Commander: `help a b` becomes `a b --help`, and a group followed only by options gets its
 * fallback command. Commander itself reports unknown commands and suggests the nearest name; `--help` of an unknown command is
 * dropped, because Commander would print the help of the group.
 */
export function expandWords(program: Command, words: readonly string[]): readonly string[] {
  const [first, second, ...rest] = words[0] === 'help' ? [...words.slice(1), '--help'] : words;
  if (first === undefined) return words;
  const expanded = [first, ...(second === undefined ? [] : [second]), ...rest];
  if (namesUnknown(program, expanded)) return expanded.filter((word) => !isHelp(word));
  const fallback = fallbackOf(program.commands.find((child) => child.name() === first) ?? program)?.name();
  if (fallback === undefined) return expanded;
  if (second === undefined) return [first, fallback];
  return second.startsWith('-') && !isHelp(second) ? [first, fallback, second, ...rest] : expanded;
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Whether a word is in the place of a command but names none. */
function namesUnknown(program: Command, words: readonly string[]): boolean {
  let at = program;
  for (const word of words) {
    if (at.commands.length === 0 || word.startsWith('-')) return false;
    const child = at.commands.find((one) => one.name() === word);
    if (child === undefined) return true;
    at = child;
  }
  return false;
}
