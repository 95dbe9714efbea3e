import type { AddHelpTextContext } from 'commander';
import { wrap } from './output/wrap.js';

/** An example in help: command line and purpose. */
export type Example = readonly [command: string, purpose: string];

/** Text after the help of a command. */
type HelpText = (context: AddHelpTextContext) => string;

/** Wraps paragraphs to the width of the help. */
export const notes =
  (...paragraphs: readonly string[]): HelpText =>
  (context) =>
    `\n${paragraphs.flatMap((text) => wrap(text, widthOf(context))).join('\n')}`;

/** Formats examples with their purposes beside them if all fit, otherwise below. */
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

/** Prefix of a purpose below its example. */
const BELOW = '    # ';

/** Width of the help text. */
const widthOf = ({ command }: AddHelpTextContext): number => command.configureOutput().getOutHelpWidth?.() ?? 80;
