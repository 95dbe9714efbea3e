import type { AnswerOf } from '../../client/operation.js';
import { duration, moment, NOTHING, number, pairs, person, text, texts, wires } from '../../output/cells.js';
import { levelStyle } from '../../output/levels.js';
import { sections } from '../../output/sections.js';
import type { Style } from '../../output/style.js';
import { facts } from '../../output/table.js';
import { waterfall } from '../../output/waterfall.js';
import { wireTable, type WireColumn } from '../../output/wireTable.js';
import { linkedExceptions } from '../exceptions/linkedExceptions.js';

const LOGS: readonly WireColumn[] = [
  { title: 'TIME', read: ({ timestamp }) => moment(timestamp) },
  { title: 'LEVEL', paint: levelStyle, read: ({ level }) => text(level) },
  { title: 'MESSAGE', read: ({ message }) => text(message, 100) },
];

/** Formats a trace: summary, spans as a waterfall, linked events. */
export function describeTrace(
  trace: AnswerOf<'GET /api/0/projects/{org}/{project}/traces/{traceId}'>,
  style: Style,
): string {
  return sections(
    [
      ['', facts(traceFacts(trace), style)],
      ['SPANS', waterfall(wires(trace.spans), style)],
      ['EXCEPTIONS', linkedExceptions(trace.exceptions, style)],
      ['LOGS', wireTable(LOGS, wires(trace.logs), style)],
    ],
    style,
  );
}

function traceFacts(
  trace: AnswerOf<'GET /api/0/projects/{org}/{project}/traces/{traceId}'>,
): readonly (readonly [string, string])[] {
  const { id, name, op, status, environment, user, startTime, spanCount, errorCount, rootCount, tags } = trace;
  const about = trace.approximate === true ? 'about ' : '';
  const cut = trace.truncated === true ? ' (not all are shown)' : '';
  return [
    ['trace', text(id)],
    ['name', text(name)],
    ['op', text(op)],
    ['status', text(status)],
    ['started', text(startTime)],
    ['duration', duration(trace.duration)],
    [
      'spans',
      `${about}${number(spanCount)}${cut}, ${about}${number(errorCount)} failed, ${number(rootCount)} without a parent`,
    ],
    ['environment', text(environment)],
    ['user', person(user)],
    ['tags', pairs(tags)],
    ['page before', text(trace.previousTraceId)],
    ['pages after', texts(trace.nextTraceIds).join(', ') || NOTHING],
    ['replays', texts(trace.replayIds).join(', ') || NOTHING],
  ];
}
