import type { AnswerOf } from '../../client/operation.js';
import { duration, moment, NOTHING, number, person, text, texts, wires } from '../../output/cells.js';
import { sections } from '../../output/sections.js';
import type { Style } from '../../output/style.js';
import { facts } from '../../output/table.js';
import { numeric, wireTable, type WireColumn } from '../../output/wireTable.js';
import { linkedExceptions } from '../exceptions/linkedExceptions.js';

const SEGMENTS: readonly WireColumn[] = [
  numeric('SEGMENT', ({ segment }) => number(segment)),
  { title: 'STARTED', read: ({ startTime }) => moment(startTime) },
  { title: 'ENDED', read: ({ endTime }) => moment(endTime) },
  numeric('EVENTS', ({ eventCount }) => number(eventCount)),
  { title: 'RECEIVED', read: ({ receivedAt }) => moment(receivedAt) },
];

/** Formats a replay: summary, segments in order, gaps and exceptions. */
export function describeReplay(
  replay: AnswerOf<'GET /api/0/projects/{org}/{project}/replays/{replayId}'>,
  style: Style,
): string {
  return sections(
    [
      ['', facts(replayFacts(replay), style)],
      ['SEGMENTS', wireTable(SEGMENTS, wires(replay.segmentList), style)],
      ['EXCEPTIONS', linkedExceptions(replay.exceptions, style)],
    ],
    style,
  );
}

function replayFacts(
  replay: AnswerOf<'GET /api/0/projects/{org}/{project}/replays/{replayId}'>,
): readonly (readonly [string, string])[] {
  const { id, startTime, endTime, segments, eventCount, errorCount, environment, release, user } = replay;
  const gaps = wires(replay.gaps).map(({ from, to }) => (from === to ? number(from) : `${number(from)}–${number(to)}`));
  return [
    ['replay', text(id)],
    ['started', moment(startTime)],
    ['ended', moment(endTime)],
    ['duration', duration(replay.duration)],
    ['segments', number(segments)],
    ['missing', gaps.join(', ') || NOTHING],
    ['events', number(eventCount)],
    ['errors', number(errorCount)],
    ['environment', text(environment)],
    ['release', text(release)],
    ['user', person(user)],
    ['traces', texts(replay.traceIds).join(', ') || NOTHING],
  ];
}
