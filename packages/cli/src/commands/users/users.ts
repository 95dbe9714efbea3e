import type { Command } from 'commander';
import { choice } from '../../choice.js';
import { group, type AnswerWith } from '../../cli.js';
import { RANGE } from '../../client/clientCommand.js';
import { listCommand } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import { duration, moment, number, text, wires } from '../../output/cells.js';
import { sections } from '../../output/sections.js';
import { facts } from '../../output/table.js';
import { idColumn, numeric, wireTable, type WireColumn } from '../../output/wireTable.js';

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List users, last seen first',
    examples: [['sluice users list --query ada', 'by part of an email or name']],
    options: [
      ['--query <text>', 'part of the id, email or name'],
      ['--sort <order>', choice(['lastSeen', 'exceptions'])],
    ],
    // Users belong to no environment and no release.
    filters: RANGE,
    operation: 'GET /api/0/projects/{org}/{project}/users',
    columns: [
      { title: 'USER', read: ({ key }) => text(key, 50) },
      { title: 'EMAIL', read: ({ email }) => text(email, 40) },
      { title: 'USERNAME', isOptional: true, read: ({ username }) => text(username, 30) },
      { title: 'NAME', read: ({ name }) => text(name, 30) },
      numeric('EXCEPTIONS', ({ exceptions }) => number(exceptions)),
      { title: 'FIRST SEEN', read: ({ firstSeen }) => moment(firstSeen) },
      { title: 'LAST SEEN', read: ({ lastSeen }) => moment(lastSeen) },
    ],
    empty: 'No users.',
  });

const ISSUES: readonly WireColumn[] = [
  idColumn('ISSUE'),
  { title: 'TITLE', read: ({ title }) => text(title, 80) },
  { title: 'LAST SEEN', read: ({ lastSeen }) => moment(lastSeen) },
];

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a user and the issues that affected them',
    examples: [['sluice users show id:u-1001', 'the first column of sluice users list']],
    arguments: [['<user>', 'key of the user']],
    operation: 'GET /api/0/projects/{org}/{project}/users/{key}',
    human: (user, style) =>
      sections(
        [
          [
            '',
            facts(
              [
                ['user', text(user.key)],
                ['id', text(user.id)],
                ['email', text(user.email)],
                ['username', text(user.username)],
                ['name', text(user.name)],
                ['address', text(user.ip)],
                ['first seen', moment(user.firstSeen)],
                ['last seen', moment(user.lastSeen)],
              ],
              style,
            ),
          ],
          ['ISSUES', wireTable(ISSUES, wires(user.issues), style)],
        ],
        style,
      ),
  });

const timeline = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'timeline',
    summary: 'List what a user experienced, newest first',
    examples: [
      ['sluice users timeline id:u-1001 --from 1d', 'of the last day'],
      ['sluice users timeline id:u-1001 --kinds exception,replay', 'exceptions and recordings'],
    ],
    arguments: [['<user>', 'key of the user']],
    filters: [...RANGE, ['--kinds <list>', 'pageview, custom, exception, log, trace, replay']],
    operation: 'GET /api/0/projects/{org}/{project}/users/{key}/timeline',
    columns: [
      { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
      { title: 'KIND', read: ({ kind }) => text(kind) },
      { title: 'LEVEL', read: ({ level }) => text(level) },
      { title: 'WHAT', read: ({ text: what }) => text(what, 80) },
      { title: 'DURATION', align: 'right', read: ({ duration: ms }) => (ms === null ? '' : duration(ms)) },
      { title: 'TRACE', isOptional: true, read: ({ traceId }) => text(traceId, 40) },
    ],
    empty: 'Nothing in this range.',
  });

/** `sluice users …`. */
export const users = (answer: AnswerWith): Command =>
  group('users', 'Users affected by issues', [list(answer), show(answer), timeline(answer)], 'list');
