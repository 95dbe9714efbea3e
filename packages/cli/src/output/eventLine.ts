import { WIRE_TYPES, type WireType } from '@sluice/contract';
import { TABLE_OF, type Project } from '@sluice/db';
import type { StoredEvent } from '../sql/listStoredSince.js';
import { levelStyle } from './levels.js';
import { printable } from './printable.js';
import type { Style } from './style.js';

/** A stored event with the names of its type and project. */
export interface NamedEvent extends StoredEvent {
  readonly type: WireType;
  /** `<org>/<project>`, or the id of a deleted project. */
  readonly project: string;
}

/** Metrics have no rows, so they do not appear here. */
const TYPES = new Map(WIRE_TYPES.map((type) => [TABLE_OF[type], type]));

/** Adds the names of type and project to an event. */
export function nameEvent(event: StoredEvent, project: Project | undefined): NamedEvent {
  const type = TYPES.get(event.table);
  if (type === undefined) throw new Error(`no event type is stored in ${event.table}`);
  return {
    ...event,
    type,
    project: project === undefined ? event.projectId : `${project.organization}/${project.slug}`,
  };
}

/** An event as printed by `--json`. */
export const eventValue = ({ type, project, id, timestamp, environment, release, summary }: NamedEvent): object => ({
  type,
  project,
  id,
  timestamp: timestamp.toISOString(),
  environment,
  release,
  summary,
});

const TYPE_WIDTH = Math.max(...WIRE_TYPES.map((type) => type.length));

/** Formats an event as one line: time, type, project, summary; colored by severity. */
export function eventLine(event: NamedEvent, style: Style): string {
  const where = [event.environment, event.release].filter((part) => part !== null).join(' ');
  return [
    style.dim(event.timestamp.toISOString().slice(11, 23)),
    paint(event, style)(event.type.padEnd(TYPE_WIDTH)),
    style.cyan(printable(event.project)),
    printable(event.summary),
    style.dim(printable(where)),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Exceptions are red; logs and spans are colored by level or status. */
function paint({ type, summary }: NamedEvent, style: Style): (text: string) => string {
  const words = summary.split(' ');
  switch (type) {
    case 'exception':
      return style.red;
    case 'log':
      return levelStyle(words[0] ?? '', style);
    case 'span':
      return words.includes('error') ? style.red : style.green;
    case 'hit':
      return style.magenta;
    case 'replay':
      return style.yellow;
  }
}
