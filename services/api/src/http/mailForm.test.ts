import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withMailForm } from './mailForm.js';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../../../packages/dashboard/index.html'), 'utf8');

test('the page of a link has a form that posts its token, and sends its origin', () => {
  const page = withMailForm(PAGE, '/unsubscribe?token=1-2-3-0-ab_c');
  expect(page).toContain('<form method="post" action="api/0/alerts/unsubscribe/form?token=1-2-3-0-ab_c">');
  expect(page).toContain('<button type="submit">');
  expect(page).toContain('<meta name="referrer" content="same-origin" />');
  expect(page).not.toContain('needs JavaScript');
});

test('the page of a link that was posted says so and has no form', () => {
  const page = withMailForm(PAGE, '/unsubscribe?token=1-2-3-0-abc&ended=true');
  expect(page).toContain('You no longer get these emails.');
  expect(page).not.toContain('<form');
});

test('the link to an address offers to unsubscribe from all organizations, and then a link to get alerts again', () => {
  const token = `1-2-m${'h'.repeat(43)}-abc`;
  const page = withMailForm(PAGE, `/unsubscribe?token=${token}`);
  expect(page).toContain(`action="api/0/alerts/unsubscribe/form?all=true&amp;token=${token}"`);
  const ended = withMailForm(PAGE, `/unsubscribe?token=${token}&ended=true`);
  expect(ended).toContain(`action="api/0/alerts/unsubscribe/again/form?token=${token}"`);
  expect(withMailForm(PAGE, `/unsubscribe?token=${token}&asked=true`)).not.toContain('<form');
});

test('the page of a link that confirms an address has a form, until it was posted', () => {
  const page = withMailForm(PAGE, '/confirm-address?token=1-2-c3-4-abc');
  expect(page).toContain('<form method="post" action="api/0/alerts/confirm/form?token=1-2-c3-4-abc">');
  expect(page).toContain('<meta name="referrer" content="same-origin" />');
  const done = withMailForm(PAGE, '/confirm-address?token=1-2-c3-4-abc&done=true');
  expect(done).toContain('The address is confirmed.');
  expect(done).not.toContain('<form');
});

test.each(['/', '/unsubscribe', '/sign-in?token=abc', '/unsubscribe?token=%22%3E%3Cscript%3E'])(
  '%s is as built',
  (url) => {
    expect(withMailForm(PAGE, url)).toBe(PAGE);
  },
);
