import type { Command } from 'commander';
import { choice } from '../../choice.js';
import { group, type AnswerWith } from '../../cli.js';
import { RANGE, type Flag } from '../../client/clientCommand.js';
import { listCommand } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import { moment, number, pairs, person, text, traceAndSpan, wires } from '../../output/cells.js';
import { facts } from '../../output/table.js';
import { idColumn, numeric, wireTable, type WireColumn } from '../../output/wireTable.js';

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List page views and custom hits, newest first',
    examples: [
      ['sluice hits list --kind custom --name add_to_cart', 'of one name'],
      ['sluice hits list --page https://shop.example/checkout --from 1h', 'of the pages below a URL'],
    ],
    options: [
      ['--kind <kind>', choice(['pageview', 'custom'])],
      ['--name <name>', 'of this name'],
      ['--page <prefix>', 'URLs that begin with this', 'url'],
      ['--user <user>', 'key of a user, such as id:u-1001'],
      ['--trace <id>', 'of one trace'],
      ['--session <id>', 'of one session'],
    ],
    operation: 'GET /api/0/projects/{org}/{project}/hits',
    columns: [
      idColumn('HIT'),
      { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
      { title: 'KIND', read: ({ kind }) => text(kind) },
      { title: 'NAME', read: ({ name }) => text(name, 30) },
      { title: 'URL', read: ({ url }) => text(url, 60) },
      { title: 'SESSION', isOptional: true, read: ({ sessionId }) => text(sessionId, 20) },
      { title: 'USER', isOptional: true, read: ({ user }) => person(user) },
    ],
    empty: 'No hits.',
  });

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a hit with its tags and contexts',
    examples: [['sluice hits show 01983c1e-…', 'an id from sluice hits list']],
    arguments: [['<hit>', 'id of the hit']],
    operation: 'GET /api/0/projects/{org}/{project}/hits/{id}',
    human: (hit, style) =>
      facts(
        [
          ['hit', text(hit.id)],
          ['time', `${text(hit.timestamp)}, received ${text(hit.receivedAt)}`],
          ['kind', text(hit.kind)],
          ['name', text(hit.name)],
          ['url', text(hit.url)],
          ['title', text(hit.title)],
          ['referrer', text(hit.referrer)],
          ['session', text(hit.sessionId)],
          ['environment', text(hit.environment)],
          ['release', text(hit.release)],
          ['user', person(hit.user)],
          ['trace', traceAndSpan(hit)],
          ['replay', text(hit.replayId)],
          ['tags', pairs(hit.tags)],
          ['contexts', pairs(hit.contexts)],
        ],
        style,
      ),
  });

const ENVIRONMENT: readonly Flag[] = [['--environment <name>', 'only this environment']];

const DAYS: readonly WireColumn[] = [
  { title: 'DAY', read: ({ day }) => text(day) },
  { title: 'ENVIRONMENT', read: ({ environment }) => text(environment) },
  numeric('PAGE VIEWS', ({ pageviews }) => number(pageviews)),
  numeric('CUSTOM', ({ customs }) => number(customs)),
  numeric('VISITORS', ({ visitors }) => number(visitors)),
  numeric('SESSIONS', ({ sessions }) => number(sessions)),
];

const days = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'days',
    summary: 'Count page views, visitors and sessions by day (UTC)',
    examples: [['sluice hits days --from 30d', 'a month']],
    options: [...RANGE, ...ENVIRONMENT],
    operation: 'GET /api/0/projects/{org}/{project}/hits/days',
    human: (answered, style) => wireTable(DAYS, wires(answered.data), style, 'No hits in these days.'),
  });

/** `sluice hits …`. */
export const hits = (answer: AnswerWith): Command =>
  group(
    'hits',
    'Page views and custom hits; visitors and sessions by day',
    [list, show, days].map((make) => make(answer)),
    'list',
  );
