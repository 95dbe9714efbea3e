import { describeRelease } from '@sluice/uploader';
import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { usageError } from '../../cliError.js';
import { onClient, type CommandInput } from '../../client/clientCommand.js';
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
      summary: 'Describe a release; fields that are not given stay unchanged',
      examples: [
        ['sluice releases new shop@2.4.1 --ref "$(git rev-parse HEAD)"', 'before or after its first event'],
        ['sluice releases new shop@2.4.1 --deployed-at 0s --url https://ci.example/81', 'deployed just now'],
        ['sluice releases new shop@2.4.1 --clear notes', 'remove the notes'],
      ],
      arguments: [['<version>', 'exactly the release that the SDK reports']],
      options: [
        ['--ref <ref>', 'build or commit'],
        ['--url <link>', 'http(s) link to the build, deploy or commit'],
        ['--deployed-at <when>', 'ISO time, or an age such as 10m'],
        ['--notes <text>', 'free text'],
        ['--clear <field...>', 'remove the value of ref, url, deployed-at or notes'],
      ],
      // Here, --url is the URL of the release.
      addressFlag: '--service <url>',
    },
    (given) => answer((context) => describeNew(context, given)),
  );

async function describeNew(context: CommandContext, given: Omit<CommandInput, 'now'>): Promise<Answer> {
  const [version = ''] = given.arguments;
  const { deployedAt, service, org, project } = given.options;
  const fields = clearedFields(given);
  const target = findTarget(context.env, context.place, { url: service, org, project, scope: given.scope });
  const deployed =
    deployedAt === undefined ? {} : { deployedAt: new Date(parseMoment(deployedAt, context.clock(), 'past')) };
  const options = { signal: context.signal, onWait: context.note };
  const described = { version, ...fields, ...deployed };
  const { release } = await describeRelease(target, described, options).catch(throwUploadFailure);
  return { value: release, human: (style) => describeReleaseRow(release, style) };
}

/** Options that `--clear` accepts, with their fields. */
const FIELDS = { ref: 'ref', url: 'url', 'deployed-at': 'deployedAt', notes: 'notes' } as const;

type Fields = { readonly [Name in (typeof FIELDS)[keyof typeof FIELDS]]?: string | null | undefined };

/** The given fields of a release; `null` for fields to clear. */
function clearedFields({ options, lists = {} }: Omit<CommandInput, 'now'>): Fields {
  const { ref, url, notes } = options;
  const cleared = (lists['clear'] ?? []).map((name) => {
    if (!Object.hasOwn(FIELDS, name)) {
      throw usageError(`"${name}" is not a field: use one of ${Object.keys(FIELDS).join(', ')}`);
    }
    const field = FIELDS[name as keyof typeof FIELDS];
    if (options[field] !== undefined) throw usageError(`--${name} and --clear ${name} contradict each other`);
    return [field, null] as const;
  });
  return { ref, url, notes, ...Object.fromEntries(cleared) };
}
