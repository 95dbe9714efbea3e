import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { CliError, usageError } from '../../cliError.js';
import { clientOf, onClient, type CommandInput } from '../../client/clientCommand.js';
import type { Answer, CommandContext } from '../../context.js';
import { explainException } from './explain/explainException.js';
import { explainPosition, readPosition } from './explain/explainPosition.js';
import { findGivenRelease, noRelease } from './givenRelease.js';

/** `sluice sourcemaps explain <exception | url:line:column>`. */
export const sourcemapsExplain = (answer: AnswerWith): Command =>
  onClient(
    {
      name: 'explain',
      summary: 'Explain what frames resolve to, or why they do not; exit 1 if none does',
      examples: [
        ['sluice sourcemaps explain 01983c1e-…', 'all frames of an exception'],
        ['sluice sourcemaps explain https://shop.example/assets/app.js:1:2345 --release shop@2.4.1', 'one position'],
      ],
      arguments: [['<what>', 'id of an exception, url:line:column, or a line of a stack trace']],
      options: [
        ['--release <version>', 'release of a position ($SLUICE_RELEASE); an exception already has one'],
        ['--debug-id <uuid>', 'debug id of the file, which needs no release'],
      ],
    },
    (given) => answer((context) => explain(context, given)),
  );

function explain(context: CommandContext, given: Omit<CommandInput, 'now'>): Promise<Answer> {
  const [what = ''] = given.arguments;
  const position = readPosition(what);
  if (position !== undefined) {
    const { debugId } = given.options;
    const release = findGivenRelease(context, given.options);
    if (release === undefined && debugId === undefined) throw noRelease(', or give --debug-id');
    return explainPosition(clientOf(context, given), { release: release ?? null, debugId }, position);
  }
  if (/[/.\\]/.test(what)) throw usageError(`"${what}" has no position: write url:line:column, such as app.js:1:2345`);
  if (given.options['release'] !== undefined || given.options['debugId'] !== undefined) {
    throw usageError('--release and --debug-id apply only to url:line:column; an exception already has them');
  }
  return explainException(clientOf(context, given), what).catch(orPosition);
}

/** Adds a hint to the error for an unknown exception id. For use in `catch`. */
function orPosition(error: unknown): never {
  if (!(error instanceof CliError) || error.code !== 'not_found') throw error;
  throw new CliError('not_found', `${error.message} A position is written url:line:column.`);
}
