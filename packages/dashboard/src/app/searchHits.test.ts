import { expect, test } from '@jest/globals';
import { commandHits, distinctHits, exceptionHits, isEventId, organizationHits, projectHits } from './searchHits';

test.each([
  ['members', '/acme/settings/members'],
  ['quotas', '/acme/settings/quotas'],
  ['audit', '/acme/settings/audit'],
  ['tokens', '/profile/tokens'],
  ['password', '/profile/security'],
  ['appearance', '/profile/appearance'],
])('%s finds the page %s', (text, page) => {
  expect(pagesOf(text)).toContain(page);
});

test('profile finds every page of the profile', () => {
  expect(pagesOf('Profile')).toEqual(
    ['account', 'tokens', 'sessions', 'security', 'appearance'].map((page) => `/profile/${page}`),
  );
});

test('a page that two hits open is listed once, as the first one', () => {
  const organizations = [{ slug: 'members', role: 'owner' as const, projects: [] }];
  const hits = [...projectHits(organizations, 'members'), ...organizationHits('members', 'members')];
  expect(distinctHits(hits).map(({ to, label }) => [to, label])).toEqual([['/members/settings/members', 'members']]);
});

test('an event opens its issue at the event, if that has one', () => {
  const found = { id: 'e1', issueId: 'i1', type: 'KeyError', message: 'price' };
  expect(exceptionHits([found, { ...found, issueId: null }])).toEqual([
    { to: 'issues/i1', search: { event: 'e1' }, label: 'KeyError: price', icon: 'alert', kind: 'event' },
  ]);
});

test.each([
  ['fc6d8c0c43fc4630ad850ee518f1b9d0', true],
  ['fc6d8c0c-43fc-4630-ad85-0ee518f1b9d0', true],
  ['cart', false],
  ['fc6d8c0c', false],
])('%s is an event id: %s', (text, expected) => {
  expect(isEventId(text)).toBe(expected);
});

function pagesOf(text: string): readonly string[] {
  return [...organizationHits('acme', text), ...commandHits(text, () => undefined)].map(({ to }) => to);
}
