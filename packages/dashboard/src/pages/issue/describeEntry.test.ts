import { expect, test } from '@jest/globals';
import { describeEntry } from './describeEntry';

const members = new Map([['7', 'Ada']]);

test.each([
  ['resolved', {}, 'resolved it'],
  ['resolved', { release: '1.2' }, 'resolved it in 1.2'],
  ['resolved', { after: '1.1' }, 'resolved it in the release after 1.1'],
  ['opened', {}, 'opened it'],
  ['ignored', {}, 'ignored it'],
  ['ignored', { events: 10, users: 1 }, 'ignored it until 10 more events or until 1 more user'],
  ['assigned', { to: '7' }, 'assigned it to Ada'],
  ['assigned', { to: '8' }, 'assigned it to user 8'],
  ['assigned', { to: null }, 'unassigned it'],
  ['assigned', { to: null, departed: '8' }, 'removed the assignee, who is no longer a member'],
  ['merged', { issues: ['a', 'b'] }, 'merged 2 issues into it'],
  ['unmerged', { fingerprints: ['a'] }, 'took 1 fingerprint out of it'],
  ['comment_deleted', { author: 'Grace' }, 'deleted a comment of Grace'],
  ['regressed', { release: '1.3' }, 'opened it again: an event arrived in 1.3'],
  ['ignore_ended', { by: 'users' }, 'opened it again: the number of users is reached'],
  ['of a later version', {}, 'of a later version'],
])('the history of an issue describes %s %j in words', (action, details, expected) => {
  expect(describeEntry({ action, details }, members)).toBe(expected);
});
