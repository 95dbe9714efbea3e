import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { RANGE, requestCommand } from '../../client/clientCommand.js';
import { listCommand } from '../../client/listCommand.js';
import { moment, text, wires } from '../../output/cells.js';
import { sections } from '../../output/sections.js';
import { facts } from '../../output/table.js';
import { idColumn, wireTable, type WireColumn } from '../../output/wireTable.js';

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List users, last seen first',
    examples: [['sluice users list --query ada', 'by part of an email or name']],
    options: [['--query <text>', 'part of the id, email or name']],
    // Users belong to no environment and no release.
    filters: RANGE,
    path: () => ['users'],
    columns: [
      { title: 'USER', read: ({ key }) => text(key, 50) },
      { title: 'EMAIL', read: ({ email }) => text(email, 40) },
      { title: 'USERNAME', isOptional: true, read: ({ username }) => text(username, 30) },
      { title: 'NAME', read: ({ name }) => text(name, 30) },
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
  requestCommand(answer, {
    name: 'show',
    summary: 'Show a user and the issues that affected them',
    examples: [['sluice users show id:u-1001', 'the first column of sluice users list']],
    arguments: [['<user>', 'key of the user']],
    request: ({ arguments: [user = ''] }) => ({ path: ['users', user] }),
    human: (user, style) =>
      sections(
        [
          [
            '',
            facts(
              [
                ['user', text(user['key'])],
                ['id', text(user['id'])],
                ['email', text(user['email'])],
                ['username', text(user['username'])],
                ['name', text(user['name'])],
                ['address', text(user['ip'])],
                ['first seen', moment(user['firstSeen'])],
                ['last seen', moment(user['lastSeen'])],
              ],
              style,
            ),
          ],
          ['ISSUES', wireTable(ISSUES, wires(user['issues']), style)],
        ],
        style,
      ),
  });

/** `sluice users …`. */
export const users = (answer: AnswerWith): Command =>
  group('users', 'Users affected by issues', [list(answer), show(answer)], 'list');
