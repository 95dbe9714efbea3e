import { counted, hourName, isOfPresentHour, text, were } from '../words/details.js';
import type { DropKindOf } from './drop.js';
import { rateLimited } from './rateLimited.js';

/** Events of a type were refused because workers are behind. */
export const backlog: DropKindOf<'backlog'> = {
  kind: 'backlog',
  when: 'spans or replays are refused because workers are behind',
  label: 'Backlog',
  title: 'Spans and replays are refused',
  plural: 'backlogs',
  search: rateLimited,
  reason: (details, at) =>
    `The workers ${isOfPresentHour(details, at) ? 'are' : 'were'} behind, so ${counted(details, `${text(details, 'type')} event`)} ${were(details)} refused ${hourName(details, at)}.`,
};
