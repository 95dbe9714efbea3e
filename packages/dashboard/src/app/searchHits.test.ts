import { expect, test } from '@jest/globals';
import { commandHits, distinctHits, organizationHits, projectHits } from './searchHits';

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

function pagesOf(text: string): readonly string[] {
  return [...organizationHits('acme', text), ...commandHits(text, () => undefined)].map(({ to }) => to);
}
