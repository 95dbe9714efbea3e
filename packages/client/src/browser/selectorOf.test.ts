import { describe, expect, test } from '@jest/globals';
import { selectorOf } from './selectorOf.js';

interface Made {
  readonly tagName: string;
  readonly id: string;
  readonly classList: readonly string[];
  readonly parentElement: Made | null;
  readonly getAttribute: (name: string) => string | null;
}

function made(tag: string, attributes: Record<string, string>, parentElement: Made | null = null): Made {
  const { id = '', class: classes = '' } = attributes;
  return {
    ...{ tagName: tag.toUpperCase(), id, parentElement },
    classList: classes.split(' ').filter(Boolean),
    getAttribute: (name) => attributes[name] ?? null,
  };
}

describe('the selector of an element', () => {
  const form = made('form', { id: 'order' });
  test.each<[string, unknown, string]>([
    [
      'has name and type, never what was typed',
      made('input', { name: 'mail', type: 'text', value: 'ann@b.example' }),
      'input[name="mail"][type="text"]',
    ],
    ['has three classes at most', made('button', { class: 'a b c d' }), 'button.a.b.c'],
    [
      'begins at the nearest id',
      made('b', {}, made('p', {}, made('form', { id: 'order' }, made('main', {})))),
      'form#order > p > b',
    ],
    [
      'has at most four elements',
      made('a', {}, made('b', {}, made('c', {}, made('d', {}, made('e', {}))))),
      'd > c > b > a',
    ],
    [
      'prefers the attributes that tests use',
      made('button', { 'data-testid': 'pay' }, form),
      'form#order > button[data-testid="pay"]',
    ],
    ['is empty for the document', {}, ''],
    ['is empty without an element', undefined, ''],
  ])('%s', (_name, element, selector) => {
    expect(selectorOf(element)).toBe(selector);
  });
});
