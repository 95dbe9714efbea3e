import { expect, test } from '@jest/globals';
import { exceptionTitle } from './exceptionTitle';

test.each([
  ['TypeError', 'no cart', 'TypeError: no cart'],
  ['TypeError', '', 'TypeError'],
  ['Message', 'card declined', 'card declined'],
  ['Message', '', 'Message'],
])('the title of a %s with the message %j is %j', (type, message, title) => {
  expect(exceptionTitle({ type, message })).toBe(title);
});
