import { expect, test } from '@jest/globals';
import { typedText } from './typedText';

const plain = { metaKey: false, ctrlKey: false, altKey: false, isComposing: false };

test.each([
  ['a letter', { ...plain, key: 'j' }, 'caj'],
  ['a capital', { ...plain, key: 'J' }, 'caJ'],
  ['a space', { ...plain, key: ' ' }, 'ca '],
  ['a letter of two code units', { ...plain, key: '😀' }, 'ca😀'],
  ['Backspace', { ...plain, key: 'Backspace' }, 'c'],
  ['Enter', { ...plain, key: 'Enter' }, undefined],
  ['Escape', { ...plain, key: 'Escape' }, undefined],
  ['a shortcut', { ...plain, key: 'k', metaKey: true }, undefined],
  ['a part of a composed letter', { ...plain, key: 'k', isComposing: true }, undefined],
])('%s changes the typed text or is no text', (_name, key, expected) => {
  expect(typedText('ca', key)).toBe(expected);
});

test('Backspace in an empty text leaves it empty', () => {
  expect(typedText('', { ...plain, key: 'Backspace' })).toBe('');
});
