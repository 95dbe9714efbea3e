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
    parent.addHelpText('after', (context) => {
      const path = pathOf(parent);
      return notes(`\`${path}\` alone is \`${path} ${fallback}\`.`)(context);
    });
  }
  return parent;
}

/** `sluice alerts rules`. */
const pathOf = (one: Command): string => (one.parent === null ? one.name() : `${pathOf(one.parent)} ${one.name()}`);

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
  const expanded = words[0] === 'help' ? [...words.slice(1), '--help'] : words;
  if (expanded.length === 0) return words;
  if (namesUnknown(program, expanded)) return expanded.filter((word) => !isHelp(word));
  const { reached, depth } = reach(program, expanded);
  const fallback = reached === program ? undefined : fallbackOf(reached)?.name();
  const next = expanded[depth];
  if (fallback === undefined || (next !== undefined && (!next.startsWith('-') || isHelp(next)))) return expanded;
  return [...expanded.slice(0, depth), fallback, ...expanded.slice(depth)];
}

/** Returns the command that the first words name, and how many they are. */
function reach(program: Command, words: readonly string[]): { readonly reached: Command; readonly depth: number } {
  let [reached, depth] = [program, 0];
  for (const word of words) {
    const child = reached.commands.find((one) => one.name() === word);
    if (child === undefined) break;
    [reached, depth] = [child, depth + 1];
  }
  return { reached, depth };
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
