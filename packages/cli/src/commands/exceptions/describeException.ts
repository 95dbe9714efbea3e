import type { AnswerOf } from '../../client/operation.js';
import {
  culpritOf,
  duration,
  moment,
  NOTHING,
  pairs,
  person,
  text,
  traceAndSpan,
  wires,
  type Wire,
} from '../../output/cells.js';
import { levelStyle } from '../../output/levels.js';
import { sections } from '../../output/sections.js';
import type { Style } from '../../output/style.js';
import { facts, table } from '../../output/table.js';
import { describeStack } from './describeStack.js';

/** Formats an exception: what, where, which user, and the stack with the newest call first. */
export function describeException(
  exception: AnswerOf<'GET /api/0/projects/{org}/{project}/exceptions/{id}'>,
  style: Style,
): string {
  const breadcrumbs = wires(exception.breadcrumbs);
  return sections(
    [
      ['', facts(exceptionFacts(exception), style)],
      ['STACK', describeStack(exception, style)],
      ['BEFORE', breadcrumbsTable(breadcrumbs, exception.timestamp, style)],
    ],
    style,
  );
}

function exceptionFacts(
  exception: AnswerOf<'GET /api/0/projects/{org}/{project}/exceptions/{id}'>,
): readonly (readonly [string, string])[] {
  const { id, issueId, timestamp, receivedAt, level, handled, environment, release, user } = exception;
  const { replayId, tags, platform } = exception;
  return [
    ['exception', text(id)],
    ['issue', text(issueId)],
    ['time', `${moment(timestamp)}, received ${moment(receivedAt)}`],
    ['culprit', culpritOf(exception)],
    ['level', handled === false ? `${text(level)}, not handled` : text(level)],
    ['environment', text(environment)],
    ['platform', text(platform)],
    ['release', text(release)],
    ['user', person(user)],
    ['trace', traceAndSpan(exception)],
    ['replay', text(replayId)],
    ['tags', pairs(tags)],
  ];
}

function breadcrumbsTable(breadcrumbs: readonly Wire[], timestamp: unknown, style: Style): string {
  const at = Date.parse(text(timestamp));
  const before = (time: unknown): string => {
    const ms = at - Date.parse(text(time));
    return Number.isNaN(ms) ? moment(time) : `-${duration(Math.max(0, ms))}`;
  };
  return table(
    [
      { title: 'WHEN', align: 'right' },
      { title: 'CATEGORY' },
      { title: 'LEVEL', paint: levelStyle },
      { title: 'MESSAGE' },
    ],
    breadcrumbs.map((crumb) => [
      before(crumb['timestamp']),
      text(crumb['category']),
      text(crumb['level']),
      breadcrumbText(crumb),
    ]),
    style,
    '',
  );
}

/** Message and data of a breadcrumb: a request has only data, a click only a message. */
function breadcrumbText({ message, data }: Wire): string {
  const parts = [text(message, 100), pairs(data)].filter((part) => part !== NOTHING);
  return parts.length === 0 ? NOTHING : parts.join('  ');
}
