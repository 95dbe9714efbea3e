import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { listCommand } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import { duration, moment, number, person, text } from '../../output/cells.js';
import { stateStyle } from '../../output/levels.js';
import { idColumn } from '../../output/wireTable.js';
import { SPAN_FILTERS } from '../spans/spanFilters.js';
import { describeTrace } from './describeTrace.js';
import { tracesSeries } from './tracesSeries.js';

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List traces by arrival, newest first',
    examples: [
      ['sluice traces list --min-duration 1000', 'slow ones'],
      ['sluice traces list --status error --from 1h', 'failed ones of the last hour'],
    ],
    options: [['--query <text>', 'part of the name'], ...SPAN_FILTERS],
    operation: 'GET /api/0/projects/{org}/{project}/traces',
    columns: [
      idColumn('TRACE'),
      { title: 'STARTED', read: ({ startTime }) => moment(startTime) },
      { title: 'OP', isOptional: true, read: ({ op }) => text(op, 20) },
      { title: 'NAME', read: ({ name }) => text(name, 50) },
      { title: 'STATUS', paint: stateStyle, read: ({ status }) => text(status) },
      { title: 'DURATION', align: 'right', read: ({ duration: ms }) => duration(ms) },
      { title: 'SPANS', align: 'right', read: ({ spanCount }) => number(spanCount) },
      { title: 'ERRORS', align: 'right', read: ({ errorCount }) => number(errorCount) },
      { title: 'USER', isOptional: true, read: ({ user }) => person(user) },
    ],
    empty: 'No traces.',
  });

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a trace: spans as a waterfall, exceptions and logs',
    examples: [['sluice traces show 4bf92f3577b34da6a3ce929d0e0e4736', 'an id from sluice traces list']],
    arguments: [['<trace>', 'id of the trace']],
    operation: 'GET /api/0/projects/{org}/{project}/traces/{traceId}',
    human: describeTrace,
  });

/** `sluice traces …`. */
export const traces = (answer: AnswerWith): Command =>
  group(
    'traces',
    'Traces: how long operations took and what failed',
    [list(answer), show(answer), tracesSeries(answer)],
    'list',
  );
