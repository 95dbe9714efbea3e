import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import { requestCommand } from '../../client/clientCommand.js';
import { describeReleaseRow } from './describeReleaseRow.js';

/** `sluice releases show <version>`. */
export const releasesShow = (answer: AnswerWith): Command =>
  requestCommand(answer, {
    name: 'show',
    summary: 'Show a release: its deploy, its exceptions, the issues first seen in it',
    examples: [['sluice releases show shop@2.4.1', 'a version, character for character']],
    arguments: [['<version>', 'as the SDK is given it']],
    request: ({ arguments: [version = ''] }) => ({ path: ['releases', version] }),
    human: describeReleaseRow,
  });
