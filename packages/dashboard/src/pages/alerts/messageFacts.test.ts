import { expect, test } from '@jest/globals';
import { ruleFacts } from './messageFacts';

const of = (name: string) => ({ rule: { id: name, name } });

test('a rule that reports all items is named once', () => {
  const { ofAll, ofEach } = ruleFacts([of('Bugs'), of('Bugs')]);
  expect([ofAll, ofEach(of('Bugs'))]).toEqual(['rule Bugs', []]);
});

test('of several rules each item names its own', () => {
  const { ofAll, ofEach } = ruleFacts([of('Bugs'), of('Drops')]);
  expect([ofAll, ofEach(of('Drops'))]).toEqual([undefined, ['rule Drops']]);
});

test('of a test, which no rule sends, names no rule', () => {
  const { ofAll, ofEach } = ruleFacts([{ rule: { id: '0', name: 'Test' } }]);
  expect([ofAll, ofEach({ rule: { id: '0', name: 'Test' } })]).toEqual([undefined, []]);
});
