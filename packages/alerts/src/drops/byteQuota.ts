import { counted, hourName, isOfPresentHour, were } from '../words/details.js';
import type { DropKindOf } from './drop.js';
import { rateLimited } from './rateLimited.js';

/** The byte quota of an hour is used up. */
export const byteQuota: DropKindOf<'byte_quota'> = {
  kind: 'byte_quota',
  when: 'the byte quota of an hour is used up',
  label: 'Byte quota',
  title: 'Byte quota reached',
  plural: 'byte quotas reached',
  search: rateLimited,
  reason: (details, at) =>
    `The byte quota of the hour ${isOfPresentHour(details, at) ? 'is' : 'was'} used up: ${counted(details, 'event')} ${were(details)} refused ${hourName(details, at)}.`,
};
