import { describeRelease } from '@sluice/uploader';
import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { onClient, type Given } from '../../client/clientCommand.js';
import { findTarget } from '../../client/findTarget.js';
import { throwUploadFailure } from '../../client/uploadFailure.js';
import type { Answer, CommandContext } from '../../context.js';
import { parseMoment } from '../../parse/moment.js';
import { describeReleaseRow } from './describeReleaseRow.js';

/** `sluice releases new <version>`. */
export const releasesNew = (answer: AnswerWith): Command =>
  onClient(
    {
      name: 'new',
      scope: 'project:releases',
      summary: 'Describe a release; what is not given stays as it was, what is given empty is cleared',
      examples: [
        ['sluice releases new shop@2.4.1 --ref "$(git rev-parse HEAD)"', 'before or after it is seen'],
        ['sluice releases new shop@2.4.1 --deployed-at 0s --url https://ci.example/81', 'deployed just now'],
      ],
      arguments: [['<version>', 'what the SDK is given as release, character for character']],
      options: [
        ['--ref <ref>', 'build or commit'],
        ['--url <link>', 'http(s) link to the build, deploy or commit'],
        ['--deployed-at <when>', 'ISO time, or a span ago such as 10m'],
        ['--notes <text>', 'anything'],
      ],
      // Here, --url is the release's own link.
      addressFlag: '--service <url>',
    },
    (given) => answer((context) => describeNew(context, given)),
  );

async function describeNew(context: CommandContext, given: Omit<Given, 'now'>): Promise<Answer> {
  const [version = ''] = given.arguments;
  const { ref, url, deployedAt, notes, service, org, project } = given.options;
  const target = findTarget(context.env, context.place, { url: service, org, project, scope: given.scope });
  const deployed =
    deployedAt === undefined || deployedAt === ''
      ? deployedAt
      : new Date(parseMoment(deployedAt, context.clock(), 'past'));
  const fields = { version, ref, url, deployedAt: deployed, notes };
  const options = { signal: context.signal, onWait: context.note };
  const { release } = await describeRelease(target, fields, options).catch(throwUploadFailure);
  return { value: release, human: (style) => describeReleaseRow(release, style) };
}
