import type { AddHelpTextContext } from 'commander';
import { wrap } from './output/wrap.js';

/** An example for help: a command line, and what it is for. */
export type Example = readonly [command: string, purpose: string];

/** Text below the help of a command. */
type HelpText = (context: AddHelpTextContext) => string;

/** Paragraphs, broken to the width of the help. */
export const notes =
  (...paragraphs: readonly string[]): HelpText =>
  (context) =>
    `\n${paragraphs.flatMap((text) => wrap(text, widthOf(context))).join('\n')}`;

/** Examples with what each is for: beside them where all fit, else below each. */
export function examplesText(examples: readonly Example[]): HelpText {
  return (context) => {
    const width = widthOf(context);
    const longest = Math.max(...examples.map(([line]) => line.length));
    const beside = examples.map(([line, purpose]) => `  $ ${line.padEnd(longest)}  # ${purpose}`);
    const below = examples.flatMap(([line, purpose]) => [
      `  $ ${line}`,
      ...wrap(purpose, width - BELOW.length).map((text) => `${BELOW}${text}`),
    ]);
    const lines = beside.every((line) => line.length <= width) ? beside : below;
    return `\nExamples:\n${lines.join('\n')}`;
  };
}

/** What stands before a purpose below its example. */
const BELOW = '    # ';

/** Columns of the help; the settings of the output are those of the whole command line. */
const widthOf = ({ command }: AddHelpTextContext): number => command.configureOutput().getOutHelpWidth?.() ?? 80;
