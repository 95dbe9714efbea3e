import { EVENT_TYPES, type EventType } from '@sluice/contract';
import { TABLE_OF, type Project, type StoredEvent } from '@sluice/db';
import { levelStyle } from './levels.js';
import { printable } from './printable.js';
import type { Style } from './style.js';

/** A stored event whose type and project have names. */
export interface NamedEvent extends StoredEvent {
  readonly type: EventType;
  /** `<org>/<project>`, or the id of a project that is deleted. */
  readonly project: string;
}

const TYPES = new Map(EVENT_TYPES.map((type) => [TABLE_OF[type], type]));

/** Gives an event the names of its type and project. */
export function nameEvent(event: StoredEvent, project: Project | undefined): NamedEvent {
  const type = TYPES.get(event.table);
  if (type === undefined) throw new Error(`no event type is stored in ${event.table}`);
  return {
    ...event,
    type,
    project: project === undefined ? event.projectId : `${project.organization}/${project.slug}`,
  };
}

/** An event as `--json` shows it. */
export const eventValue = ({ type, project, id, timestamp, environment, release, summary }: NamedEvent): object => ({
  type,
  project,
  id,
  timestamp: timestamp.toISOString(),
  environment,
  release,
  summary,
});

const TYPE_WIDTH = Math.max(...EVENT_TYPES.map((type) => type.length));

/** An event in one line: time, type, project, summary; coloured by how grave it is. */
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

/** Exceptions are red; logs and spans by the level or status in their summary. */
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
