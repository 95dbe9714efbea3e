import type { Command } from 'commander';
import type { AnswerWith } from '../../cli.js';
import type { Example } from '../../helpText.js';
import { requestCommand, type Flag, type CommandInput } from '../../client/clientCommand.js';
import { parseMoment } from '../../parse/moment.js';
import { describeIssue } from './describeIssue.js';

const ISSUE: Flag = ['<issue>', 'id of the issue'];

interface Change {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  readonly options?: readonly Flag[];
  readonly arguments?: readonly Flag[];
  readonly patch: (given: CommandInput) => object;
}

const change =
  ({ patch, arguments: more = [], ...spec }: Change) =>
  (answer: AnswerWith): Command =>
    requestCommand(answer, {
      ...spec,
      scope: 'project:admin',
      arguments: [ISSUE, ...more],
      request: (given) => ({
        method: 'PATCH',
        path: ['issues', given.arguments[0] ?? ''],
        body: patch(given),
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
    ['sluice issues resolve 01a1fc4d-… --next', 'reopened only by a later release than the latest one now'],
  ],
  options: [
    ['--in <release>', 'the release that fixes it'],
    ['--next', 'the next release fixes it'],
  ],
  patch: ({ options: { in: release, next } }) => ({
    status: 'resolved',
    ...(release === undefined ? {} : { resolvedIn: release }),
    ...(next === undefined ? {} : { resolvedInNext: true }),
  }),
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
  examples: [
    ['sluice issues ignore 01a1fc4d-…', 'until it is reopened'],
    ['sluice issues ignore 01a1fc4d-… --events 1000 --users 50', 'until 1,000 more events or 50 more users'],
    ['sluice issues ignore 01a1fc4d-… --until 7d', 'for a week'],
  ],
  options: [
    ['--until <time>', 'when it opens again: ISO time, or a duration such as 7d'],
    ['--events <count>', 'open it again after this many more events'],
    ['--users <count>', 'open it again after this many more users'],
  ],
  patch: ({ options: { until, events, users }, now }) => ({
    status: 'ignored',
    ignoreUntil: {
      ...(until === undefined ? {} : { time: new Date(parseMoment(until, now, 'future')).toISOString() }),
      ...(events === undefined ? {} : { events: Number(events) }),
      ...(users === undefined ? {} : { users: Number(users) }),
    },
  }),
});

/** `sluice issues assign <issue> <user>`. */
export const issuesAssign = change({
  name: 'assign',
  summary: 'Assign an issue to a user',
  examples: [
    ['sluice issues assign 01a1fc4d-… me', 'to the owner of the token'],
    ['sluice issues assign 01a1fc4d-… none', 'unassigns it'],
  ],
  arguments: [['<user>', 'id of a user, me, or none']],
  patch: ({ arguments: [, user = ''] }) => ({ assignee: user === 'none' ? null : user }),
});
