import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyChoice, channelLabel, channelOf, CHANNELS, type Choice } from './choice';

const project = fc.constantFrom(null, 'web', 'shop');
const channel = fc.constantFrom(null, ...CHANNELS.map(([one]) => one));
const choices = fc.array(fc.record({ project, channel }));

const after = (made: readonly Choice[]) => made.reduce(applyChoice, { data: [] });

test('the last choice for a project is the one in force, and others keep theirs', () => {
  fc.assert(
    fc.property(choices, fc.record({ project, channel }), (before, last) => {
      const { data } = after([...before, last]);
      expect(channelOf(data, last.project)).toBe(last.channel ?? (last.project === null ? 'mail' : undefined));
      for (const other of [null, 'web', 'shop'].filter((one) => one !== last.project)) {
        expect(channelOf(data, other)).toBe(channelOf(after(before).data, other));
      }
      expect(new Set(data.map((one) => one.project)).size).toBe(data.length);
    }),
  );
});

test('without a choice all projects have mail, and a project has none of its own', () => {
  expect(channelOf([], null)).toBe('mail');
  expect(channelOf([], 'web')).toBeUndefined();
});

test('every channel has a label', () => {
  expect(CHANNELS.map(([one]) => channelLabel(one))).toEqual(['Email and inbox', 'Inbox only', 'Nothing']);
});
