import { counted, hourName } from '../words/details.js';
import type { DropKindOf } from './drop.js';
import { rateLimited } from './rateLimited.js';

/** The hourly cap of a project refused events. */
export const hourlyCap: DropKindOf<'hourly_cap'> = {
  kind: 'hourly_cap',
  when: 'the hourly cap is reached',
  label: 'Hourly cap',
  title: 'Hourly cap reached',
  plural: 'hourly caps reached',
  search: rateLimited,
  reason: (details, at) =>
    `The hourly cap of the project refused ${counted(details, 'event')} ${hourName(details, at)}.`,
};
