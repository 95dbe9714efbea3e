import {
  findMaps,
  mapsWithoutDebugId,
  storedFilename,
  uploadMaps,
  type FoundMaps,
  type UploadResult,
} from '@sluice/uploader';
import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { usageError } from '../../cliError.js';
import { onClient, type CommandInput } from '../../client/clientCommand.js';
import { findTarget } from '../../client/findTarget.js';
import { throwUploadFailure } from '../../client/uploadFailure.js';
import type { Answer, CommandContext } from '../../context.js';
import { plural } from '../../output/words.js';
import { findGivenRelease, noRelease } from './givenRelease.js';
import { startProgress } from './progress.js';
import { ofRelease, uploadReport } from './uploadReport.js';

/** `sluice sourcemaps upload <directory>`. */
export const sourcemapsUpload = (answer: AnswerWith): Command =>
  onClient(
    {
      name: 'upload',
      scope: 'project:releases',
      summary: 'Upload the source maps of a build; unchanged ones are not sent again',
      examples: [
        ['sluice sourcemaps upload dist --release shop@2.4.1', 'dist/assets/app.js is served at /assets/app.js'],
        ['sluice sourcemaps upload dist --url-prefix static', 'is served at /static/assets/app.js'],
        ['sluice sourcemaps upload dist --ignore vendor --dry-run', 'list what would be uploaded'],
      ],
      arguments: [['<directory>', 'output directory of the build']],
      options: [
        [
          '--release <version>',
          'exactly the release that the SDK reports ($SLUICE_RELEASE); not needed if all maps have debug ids',
        ],
        ['--url-prefix <path>', 'path or URL that the directory is served at'],
        ['--ignore <glob...>', 'skip these files; without a slash, at any depth (node_modules)'],
        ['--include <glob...>', 'only these files'],
        ['--dry-run', 'upload nothing'],
      ],
    },
    (given) => answer((context) => upload(context, given)),
  );

async function upload(context: CommandContext, given: Omit<CommandInput, 'now'>): Promise<Answer> {
  const [directory = ''] = given.arguments;
  const release = findGivenRelease(context, given.options);
  const isDryRun = given.options['dryRun'] !== undefined;
  const target = isDryRun
    ? undefined
    : findTarget(context.env, context.place, { ...given.options, scope: given.scope });
  const found = await findMaps(directory, findOptions(given)).catch(throwUploadFailure);
  if (release === undefined) await assertDebugIds(found);
  const report = { directory, release: release ?? null, found };
  if (target === undefined || found.files.length === 0) return warned(context, uploadReport(report), found);
  context.note(`Uploading ${plural(found.files.length, 'source map')} ${ofRelease(release)} to ${target.url} …`);
  const progress = startProgress(context, found.files.length);
  const results = await uploadMaps(target, release, found.files, {
    signal: context.signal,
    onWait: progress.say,
    onResult: ({ file, outcome }) => progress.step(`${storedFilename(file.filename)} ${outcome}`),
  });
  progress.end();
  return warned(context, uploadReport({ ...report, results }), found, results);
}

/** Maps without debug ids that an error names. */
const MAPS_NAMED = 5;

/** @throws CliError if a map could not be found without a release */
async function assertDebugIds({ files }: FoundMaps): Promise<void> {
  if (files.length === 0) throw noRelease();
  const nameless = [...new Set((await mapsWithoutDebugId(files)).map(({ origin }) => origin))];
  if (nameless.length === 0) return;
  const more = nameless.length - MAPS_NAMED;
  const named = `${nameless.slice(0, MAPS_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  throw noRelease(`. ${plural(nameless.length, 'source map')} without a debug id: ${named}`);
}

function findOptions({ options, lists = {} }: Omit<CommandInput, 'now'>): Parameters<typeof findMaps>[1] {
  const { urlPrefix } = options;
  if (urlPrefix?.startsWith('~') === true) {
    throw usageError('--url-prefix takes no "~": write the path alone, such as static/ for /static/app.js');
  }
  return {
    ...(urlPrefix === undefined ? {} : { urlPrefix }),
    include: lists['include'] ?? [],
    ignore: lists['ignore'] ?? [],
  };
}

/** Prints failures on stderr, beside the report. */
function warned(
  { warn }: CommandContext,
  answer: Answer,
  { files, leftOut }: FoundMaps,
  results: readonly UploadResult[] = [],
): Answer {
  const errors = results.flatMap(({ error }) => (error === undefined ? [] : [error]));
  if (files.length === 0 && leftOut > 0)
    warn(`No source maps to upload: ${leftOut} were skipped by --ignore or --include.`);
  else if (files.length === 0)
    warn('No source maps to upload. Does the build write them, and is this its output directory?');
  else if (errors.some(({ code }) => code === 'stopped')) warn(interruption(results));
  else if (errors.length > 0)
    warn(`${errors.length} of ${files.length} source maps were not uploaded: ${errors[0]?.message ?? ''}`);
  return answer;
}

function interruption(results: readonly UploadResult[]): string {
  const count = (outcome: UploadResult['outcome']): number => results.filter((one) => one.outcome === outcome).length;
  const [unknown, failed] = [count('unknown'), count('failed')];
  const stored = results.length - unknown - failed;
  const may = unknown === 0 ? '' : `, ${unknown} may be (they were being sent)`;
  return `Interrupted: of ${plural(results.length, 'source map')}, ${stored} are stored${may}, ${failed} are not.`;
}
