import { expect, test } from '@jest/globals';
import { keyOf } from './keyOf';

const plain = { metaKey: false, ctrlKey: false, altKey: false };

test.each([
  [{ ...plain, key: 'j' }, 'j'],
  [{ ...plain, key: '?' }, '?'],
  [{ ...plain, key: 'k', metaKey: true }, 'mod+k'],
  [{ ...plain, key: 'K', ctrlKey: true }, 'mod+k'],
  [{ ...plain, key: 'ArrowUp', altKey: true }, 'alt+ArrowUp'],
])('%j is %s', (event, name) => {
  expect(keyOf(event)).toBe(name);
});
