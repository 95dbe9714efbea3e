import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import type { Example } from '../../helpText.js';
import { requestCommand, type Flag, type CommandInput } from '../../client/clientCommand.js';
import { describeIssue } from './describeIssue.js';

const ISSUE: Flag = ['<issue>', 'id of the issue'];

interface Change {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly options?: readonly Flag[];
  readonly patch: (options: CommandInput['options']) => object;
}

const change =
  ({ patch, ...spec }: Change) =>
  (answer: AnswerWith): Command =>
    requestCommand(answer, {
      ...spec,
      scope: 'project:admin',
      arguments: [ISSUE],
      request: ({ arguments: [issue = ''], options }) => ({
        method: 'PATCH',
        path: ['issues', issue],
        body: patch(options),
      }),
      human: describeIssue,
    });

/** `sluice issues resolve <issue> [--in <release>]`. */
export const issuesResolve = change({
  name: 'resolve',
  summary: 'Resolve an issue; a new exception reopens it',
  examples: [
    ['sluice issues resolve 01a1fc4d-…', 'reopened by a new exception, except of an older release'],
    ['sluice issues resolve 01a1fc4d-… --in shop@2.4.2', 'reopened only by this release or a later one'],
  ],
  options: [['--in <release>', 'the release that fixes it']],
  patch: ({ in: release }) => ({ status: 'resolved', ...(release === undefined ? {} : { resolvedIn: release }) }),
});

/** `sluice issues reopen <issue>`. */
export const issuesReopen = change({
  name: 'reopen',
  summary: 'Reopen an issue',
  examples: [['sluice issues reopen 01a1fc4d-…', 'after resolve or ignore']],
  patch: () => ({ status: 'open' }),
});

/** `sluice issues ignore <issue>`. */
export const issuesIgnore = change({
  name: 'ignore',
  summary: 'Ignore an issue; it is still counted',
  examples: [['sluice issues ignore 01a1fc4d-…', 'until it is reopened']],
  patch: () => ({ status: 'ignored' }),
});
