import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { clientOf, onClient } from '../../client/clientCommand.js';
import { describeReleaseRow } from './describeReleaseRow.js';
import { readRelease } from './readRelease.js';

/** `sluice releases show <version>`. */
export const releasesShow = (answer: AnswerWith): Command =>
  onClient(
    {
      name: 'show',
      summary: 'Show a release: its deploy, its exceptions, the issues first seen in it',
      examples: [['sluice releases show shop@2.4.1', 'a version, character for character']],
      arguments: [['<version>', 'as the SDK is given it']],
    },
    (given) =>
      answer(async (context) => {
        const [version = ''] = given.arguments;
        const release = await readRelease(clientOf(context, given), version);
        return { value: release, human: (style) => describeReleaseRow(release, style) };
      }),
  );
