import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { usageError } from '../../cliError.js';
import { clientOf, onClient, type CommandInput } from '../../client/clientCommand.js';
import type { Answer, CommandContext } from '../../context.js';
import { plural } from '../../output/words.js';
import { readRelease } from '../releases/readRelease.js';

/** `sluice sourcemaps delete <map> | --release <version>`. */
export const sourcemapsDelete = (answer: AnswerWith): Command =>
  onClient(
    {
      name: 'delete',
      scope: 'project:releases',
      summary: 'Delete a source map, or all of a release; its frames are minified again',
      examples: [
        ['sluice sourcemaps delete 01983c1e-…', 'an id from sluice sourcemaps list; no confirmation'],
        ['sluice sourcemaps delete --release shop@2.4.1', 'all of a release'],
      ],
      arguments: [['[map]', 'id of the map']],
      options: [['--release <version>', 'delete all maps of this release instead']],
    },
    (given) => answer((context) => remove(context, given)),
  );

function remove(context: CommandContext, given: Omit<CommandInput, 'now'>): Promise<Answer> {
  const [id] = given.arguments;
  const { release } = given.options;
  if (id !== undefined && release !== undefined) throw usageError('Give the id of a map, or --release, not both');
  if (id !== undefined) return removeOne(context, given, id);
  // Deleting all maps requires an explicit --release, not SLUICE_RELEASE.
  if (release === undefined) throw usageError('Give the id of a map, or --release for all maps of a release');
  return removeAll(context, given, release);
}

async function removeOne(context: CommandContext, given: Omit<CommandInput, 'now'>, id: string): Promise<Answer> {
  await clientOf(context, given).call({ method: 'DELETE', path: ['sourcemaps', id] });
  return { value: { deleted: id }, human: () => `Deleted ${id}.` };
}

/** Checks the release first, so that a mistyped one is an error instead of a success that deletes nothing. */
async function removeAll(context: CommandContext, given: Omit<CommandInput, 'now'>, release: string): Promise<Answer> {
  const client = clientOf(context, given);
  const { sourceMaps } = await readRelease(client, release);
  await client.call({ method: 'DELETE', path: ['sourcemaps'], query: { release } });
  const count = typeof sourceMaps === 'number' ? sourceMaps : null;
  const what = count === null ? 'All source maps' : plural(count, 'source map');
  return { value: { release, deleted: count }, human: () => `Deleted: ${what} of release ${release}.` };
}
