import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { listCommand } from '../../client/listCommand.js';
import { operationCommand } from '../../client/operationCommand.js';
import { duration, moment, pairs, person, text } from '../../output/cells.js';
import { stateStyle } from '../../output/levels.js';
import { facts } from '../../output/table.js';
import { idColumn } from '../../output/wireTable.js';
import { SPAN_FILTERS } from './spanFilters.js';

const list = (answer: AnswerWith): Command =>
  listCommand(answer, {
    name: 'list',
    summary: 'List spans, newest first',
    examples: [
      ['sluice spans list --op db --min-duration 100', 'slow queries'],
      ['sluice spans list --metric web_vital.lcp --from 1h', 'the spans behind a metric'],
    ],
    options: [
      ['--trace <id>', 'of one trace'],
      ['--name <text>', 'part of the name'],
      ['--metric <name>', 'with this metric'],
      ...SPAN_FILTERS,
    ],
    operation: 'GET /api/0/projects/{org}/{project}/spans',
    columns: [
      idColumn('SPAN'),
      { title: 'STARTED', read: ({ startTime }) => moment(startTime) },
      { title: 'OP', isOptional: true, read: ({ op }) => text(op, 20) },
      { title: 'NAME', read: ({ name }) => text(name, 50) },
      { title: 'STATUS', paint: stateStyle, read: ({ status }) => text(status) },
      { title: 'DURATION', align: 'right', read: ({ duration: ms }) => duration(ms) },
      { ...idColumn('TRACE', 'traceId'), isOptional: true },
      { title: 'METRICS', isOptional: true, read: ({ metrics }) => pairs(metrics) },
    ],
    empty: 'No spans.',
  });

const show = (answer: AnswerWith): Command =>
  operationCommand(answer, {
    name: 'show',
    summary: 'Show a span with its metrics and contexts',
    examples: [['sluice spans show 01983c1e-…', 'an id from sluice spans list']],
    arguments: [['<span>', 'id of the span']],
    operation: 'GET /api/0/projects/{org}/{project}/spans/{id}',
    human: (span, style) =>
      facts(
        [
          ['span', text(span.id)],
          ['uuid', text(span.uuid)],
          ['trace', text(span.traceId)],
          ['parent', text(span.parentId)],
          ['name', text(span.name)],
          ['op', text(span.op)],
          ['status', text(span.status)],
          ['started', text(span.startTime)],
          ['duration', duration(span.duration)],
          ['environment', text(span.environment)],
          ['release', text(span.release)],
          ['user', person(span.user)],
          ['metrics', pairs(span.metrics)],
          ['tags', pairs(span.tags)],
          ['previous trace', text(span.previousTraceId)],
          ['contexts', pairs(span.contexts)],
        ],
        style,
      ),
  });

/** `sluice spans …`. */
export const spans = (answer: AnswerWith): Command =>
  group('spans', 'Single spans, and those behind a metric', [list(answer), show(answer)], 'list');
