import { describe, expect, test } from '@jest/globals';
import { selectorOf } from './selectorOf.js';

interface Made {
  readonly tagName: string;
  readonly id: string;
  readonly classList: readonly string[];
  readonly parentElement: Made | null;
  readonly getAttribute: (name: string) => string | null;
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
    [
      'ignores fields that are named like properties',
      clobbered('form', { id: 'order', class: 'a' }, made('main', {})),
      'form#order.a',
    ],
    ['is empty for the document', {}, ''],
    ['is empty without an element', undefined, ''],
  ])('%s', (_name, element, selector) => {
    expect(selectorOf(element)).toBe(selector);
  });
});

function made(tag: string, attributes: Record<string, string>, parentElement: Made | null = null): Made {
  const { id = '', class: classes = '' } = attributes;
  return {
    tagName: tag.toUpperCase(),
    id,
    parentElement,
    classList: classes.split(' ').filter(Boolean),
    getAttribute: (name) => attributes[name] ?? null,
  };
}

/** An element whose interface has the properties; a form has its fields before them. */
function clobbered(tag: string, attributes: Record<string, string>, parentElement: Made | null = null): object {
  const element = made(tag, attributes, parentElement);
  const getters = Object.fromEntries(
    Object.entries(element).map(([name, value]) => [name, { get: () => value as unknown }]),
  );
  const field = made('input', {});
  const fields = Object.fromEntries(Object.keys(element).map((name) => [name, { value: field }]));
  return Object.create(Object.create({}, getters) as object, fields) as object;
}
