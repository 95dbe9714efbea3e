import { Command } from 'commander';
import type { Answer, CommandContext } from './context.js';
import { examplesText, notes, type Example } from './helpText.js';

/** Runs a command's work with a context and prints what it answers. */
export type AnswerWith = (work: (context: CommandContext) => Promise<Answer>) => Promise<void>;

/** What `--json` does unless a command says otherwise. */
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

/** What runs where only the group is named. */
const fallbacks = new WeakMap<Command, string>();

/** A command that only groups others. @param fallback name of the one that runs where none is named */
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
 * The command line as Commander reads it: `help a b` is `a b --help`, and a group that only options follow gets its
 * fallback. Any other word after a group is left for Commander, which knows the names and suggests the nearest. Help of an
 * unknown command is not asked for: Commander would print that of its group.
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

/** Whether a word stands where a command belongs and names no command. */
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
