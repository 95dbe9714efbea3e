import { describe, expect, test } from '@jest/globals';
import { changedBy, describeChange, describeIgnore, isInTab, restoring, withChange } from './changeOf';
import { readSort, readTab, splitTitle, type IssueState } from './issue';

const open: IssueState = {
  id: '1',
  title: 'E: m',
  status: 'open',
  resolvedIn: null,
  resolvedAfter: null,
  ignoredUntil: null,
  regressed: false,
  new: true,
  assignee: '7',
};

describe('a change of an issue', () => {
  test('is shown at once, and restored by its inverse', () => {
    const resolved = withChange(open, { status: 'resolved', resolvedIn: '1.2' });
    expect(resolved).toMatchObject({ status: 'resolved', resolvedIn: '1.2', new: false, assignee: '7' });
    expect(withChange(resolved, restoring(open))).toEqual({ ...open, new: false });
    expect(restoring(resolved)).toEqual({ status: 'resolved', resolvedIn: '1.2' });
    expect(restoring({ ...resolved, resolvedIn: null, resolvedAfter: '1.1' })).toEqual({
      status: 'resolved',
      resolvedInNext: true,
    });
    expect(restoring({ ...open, regressed: true })).toEqual({ status: 'open', regressed: true });
    const ignored = withChange(open, { status: 'ignored', ignoreUntil: { users: 5 } });
    expect(restoring(ignored)).toEqual({ status: 'ignored', ignoreUntil: { users: 5 } });
    expect(withChange(ignored, { assignee: null })).toEqual({ ...ignored, assignee: null });
  });

  test('reopens no issue that is open, and keeps what says that it came back', () => {
    const regressed = { ...open, regressed: true };
    const closed = (['resolved', 'ignored'] as const).map((status) => ({ ...open, status }));
    expect(changedBy([open, regressed, ...closed], { status: 'open' })).toEqual(closed);
    expect(changedBy([open, regressed], { status: 'open' })).toEqual([]);
    expect(changedBy([open], { status: 'resolved' })).toEqual([open]);
    expect(changedBy([open], { assignee: null })).toEqual([open]);
    expect(withChange(regressed, { status: 'open' })).toEqual(regressed);
    expect(withChange(regressed, { status: 'resolved' })).toMatchObject({ regressed: false });
  });

  test('moves the issue between tabs', () => {
    const tabs = ['open', 'new', 'regressed', 'assigned', 'resolved', 'ignored'] as const;
    const tabsOf = (issue: IssueState) => tabs.filter((tab) => isInTab(issue, tab, '7'));
    expect(tabsOf(open)).toEqual(['open', 'new', 'assigned']);
    expect(tabsOf({ ...open, new: false, regressed: true, assignee: null })).toEqual(['open', 'regressed']);
    expect(tabsOf(withChange(open, { status: 'ignored' }))).toEqual(['ignored']);
  });

  test('is described in words', () => {
    expect(describeChange({ status: 'resolved' }, ['a', 'b', 'c'])).toBe('Resolved 3 issues');
    expect(describeChange({ status: 'open' }, ['E: m'])).toBe('Reopened E: m');
    expect(describeChange({ assignee: null }, ['x'.repeat(80)])).toBe(`Unassigned ${'x'.repeat(59)}…`);
    expect(describeIgnore({ time: null, events: 10, users: 1 }, String)).toBe('until 10 more events or 1 more user');
    expect(describeIgnore(null, String)).toBe('');
  });
});

test('unknown tabs and sorts of a URL are the first ones', () => {
  expect([readTab('x'), readTab('ignored'), readSort(undefined), readSort('trend')]).toEqual([
    'open',
    'ignored',
    'lastSeen',
    'trend',
  ]);
});

test.each([
  ['TypeError: x: y', 'TypeError', 'x: y'],
  ['no type', 'no type', ''],
  ['(other)', '(other)', ''],
  ['Content Security Policy: Blocked', 'Content Security Policy', 'Blocked'],
  ['Payment failed: card declined', 'Payment failed: card declined', ''],
])('the title %s is split at its type', (title, type, message) => {
  expect(splitTitle(title)).toEqual([type, message]);
});
