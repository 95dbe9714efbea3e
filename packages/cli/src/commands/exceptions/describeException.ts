import { duration, moment, pairs, person, text, wire, wires, type Wire } from '../../output/cells.js';
import { sections } from '../../output/sections.js';
import { printable, type Style } from '../../output/style.js';
import { facts, table } from '../../output/table.js';

/** Causes that are followed; the service stores no deeper chain. */
const CAUSES = 8;

/** An exception for people: what, where, whose, and the stack with the newest call first. */
export function describeException(exception: Wire, style: Style): string {
  const breadcrumbs = wires(exception['breadcrumbs']);
  return sections(
    [
      ['', facts(exceptionFacts(exception), style)],
      ['STACK', stackText(exception, style)],
      ['BEFORE', breadcrumbsTable(breadcrumbs, exception['timestamp'], style)],
    ],
    style,
  );
}

function exceptionFacts(exception: Wire): readonly (readonly [string, string])[] {
  const { id, issueId, timestamp, receivedAt, level, handled, environment, release, user } = exception;
  const { traceId, spanId, replayId, tags } = exception;
  return [
    ['exception', text(id)],
    ['issue', text(issueId)],
    ['time', `${moment(timestamp)}, received ${moment(receivedAt)}`],
    ['level', handled === false ? `${text(level)}, not handled` : text(level)],
    ['environment', text(environment)],
    ['release', text(release)],
    ['user', person(user)],
    ['trace', `${text(traceId)}, span ${text(spanId)}`],
    ['replay', text(replayId)],
    ['tags', pairs(tags)],
  ];
}

/** The exception and its causes, each with its frames; frames of libraries are dim. */
function stackText(exception: Wire, style: Style): string {
  const blocks: string[] = [];
  let current = exception;
  for (let depth = 0; depth <= CAUSES; depth += 1) {
    const heading = `${depth === 0 ? '' : 'caused by '}${text(current['type'])}: ${text(current['message'])}`;
    blocks.push(
      [style.red(printable(heading)), ...wires(current['frames']).map((frame) => frameLine(frame, style))].join('\n'),
    );
    current = wire(current['cause']);
    if (Object.keys(current).length === 0) break;
  }
  return blocks.join('\n');
}

function frameLine({ file, function: name, line, column, inApp }: Wire, style: Style): string {
  const place = [file, line, column].filter((part) => part !== null && part !== undefined).map((part) => text(part));
  const shown = printable(
    `    at ${name === null || name === undefined ? '<anonymous>' : text(name)} (${place.join(':')})`,
  );
  return inApp === false ? style.dim(shown) : shown;
}

function breadcrumbsTable(breadcrumbs: readonly Wire[], timestamp: unknown, style: Style): string {
  const at = Date.parse(text(timestamp));
  const before = (time: unknown): string => {
    const ms = at - Date.parse(text(time));
    return Number.isNaN(ms) ? moment(time) : `-${duration(Math.max(0, ms))}`;
  };
  return table(
    [{ title: 'WHEN', align: 'right' }, { title: 'CATEGORY' }, { title: 'LEVEL' }, { title: 'MESSAGE' }],
    breadcrumbs.map((crumb) => [
      before(crumb['timestamp']),
      text(crumb['category']),
      text(crumb['level']),
      text(crumb['message'], 100),
    ]),
    style,
    '',
  );
}
