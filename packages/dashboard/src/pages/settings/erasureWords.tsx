import type { ResponseOf } from '../../api/callApi';
import { Badge, type BadgeTone } from '../../components/Badge';
import { plural } from '../../lib/format';

/** An erasure of a user or a project. */
export type Erasure = ResponseOf<'GET /api/0/projects/{org}/{project}/erasures'>['erasures'][number];

/** How often erasures under way are read again, in milliseconds. */
export const ERASURE_REFRESH_MS = 5_000;

const STATES: Readonly<Record<Erasure['state'], readonly [BadgeTone, string]>> = {
  waiting: ['plain', 'waiting'],
  running: ['info', 'running'],
  done: ['good', 'done'],
};

/** How far an erasure is. */
export const ErasureState = ({ state }: Pick<Erasure, 'state'>) => (
  <Badge tone={STATES[state][0]}>{STATES[state][1]}</Badge>
);

/** Returns what was removed so far: `3 exceptions, 1 log`. */
export function removedText(events: Erasure['events'], isDone: boolean): string {
  const counts = Object.entries(events).map(([type, count]) => plural(count, type));
  return counts.length > 0 ? counts.join(', ') : isDone ? 'no events were stored' : 'no events yet';
}
