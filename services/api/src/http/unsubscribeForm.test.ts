import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withUnsubscribeForm } from './unsubscribeForm.js';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../../../packages/dashboard/index.html'), 'utf8');

test('the page of a link has a form that posts its token, and sends its origin', () => {
  const page = withUnsubscribeForm(PAGE, '/unsubscribe?token=1-2-3-0-ab_c');
  expect(page).toContain('<form method="post" action="api/0/alerts/unsubscribe/form?token=1-2-3-0-ab_c">');
  expect(page).toContain('<button type="submit">');
  expect(page).toContain('<meta name="referrer" content="same-origin" />');
  expect(page).not.toContain('needs JavaScript');
});

test('says that it was posted, without a form', () => {
  const page = withUnsubscribeForm(PAGE, '/unsubscribe?token=1-2-3-0-abc&ended=true');
  expect(page).toContain('There is no more such mail.');
  expect(page).not.toContain('<form');
});

test.each(['/', '/unsubscribe', '/sign-in?token=abc', '/unsubscribe?token=%22%3E%3Cscript%3E'])(
  '%s is as built',
  (url) => {
    expect(withUnsubscribeForm(PAGE, url)).toBe(PAGE);
  },
);
