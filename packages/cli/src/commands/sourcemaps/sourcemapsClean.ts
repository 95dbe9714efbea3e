import { cleanMaps, type CleanedMaps } from '@sluice/uploader';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';
import { throwUploadFailure } from '../../client/uploadFailure.js';
import type { Answer, CommandContext } from '../../context.js';
import { sections } from '../../output/sections.js';
import { printable } from '../../output/printable.js';
import type { Style } from '../../output/style.js';
import { plural } from '../../output/words.js';

interface CleanWords {
  readonly ignore?: readonly string[];
  readonly include?: readonly string[];
  readonly dryRun?: true;
}

const again = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** `sluice sourcemaps clean <directory>`. */
export const sourcemapsClean = (answer: AnswerWith): Command =>
  command('clean', 'Remove the source maps of a build and the comments that refer to them', [
    ['sluice sourcemaps clean dist --dry-run', 'list what would be removed'],
    ['sluice sourcemaps clean dist', 'after the upload, before the deploy'],
  ])
    .argument('<directory>', 'output directory of the build')
    .option('--ignore <glob>', 'skip these files; repeatable', again)
    .option('--include <glob>', 'only these files; repeatable', again)
    .option('--dry-run', 'remove nothing')
    .action((directory: string, words: CleanWords) => answer((context) => clean(context, directory, words)));

async function clean({ signal }: CommandContext, directory: string, words: CleanWords): Promise<Answer> {
  const isDryRun = words.dryRun === true;
  const { include = [], ignore = [] } = words;
  const cleaned = await cleanMaps(directory, { include, ignore, isDryRun, signal }).catch(throwUploadFailure);
  return {
    value: { directory, dryRun: isDryRun, interrupted: signal.aborted, ...cleaned },
    human: (style) => cleanText(cleaned, { isDryRun, isInterrupted: signal.aborted }, style),
    failed: signal.aborted,
  };
}

function cleanText(
  { maps, comments, outdatedCopies, kept }: CleanedMaps,
  { isDryRun, isInterrupted }: { readonly isDryRun: boolean; readonly isInterrupted: boolean },
  style: Style,
): string {
  const lines = (texts: readonly string[]): string => texts.map(printable).join('\n');
  const counts = `${plural(maps.length, 'source map')} and ${plural(comments.length, 'comment')}`;
  const would = isDryRun ? `${counts} would be removed.` : `${counts} removed.`;
  return sections(
    [
      [isDryRun ? 'MAPS TO REMOVE' : 'REMOVED MAPS', lines(maps)],
      [isDryRun ? 'COMMENTS TO REMOVE FROM' : 'REMOVED COMMENTS FROM', lines(comments)],
      [isDryRun ? 'OUTDATED COPIES TO REMOVE' : 'REMOVED OUTDATED COPIES', lines(outdatedCopies)],
      ['KEPT', lines(kept.map(({ path, reason }) => `${path}: ${reason}`))],
      ['', isInterrupted ? `Interrupted. ${would}` : would],
    ],
    style,
  );
}
