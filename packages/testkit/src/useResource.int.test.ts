import { afterAll, describe, expect, test } from '@jest/globals';
import { useResource } from './useResource.js';

const events: string[] = [];

const outer = useNamed('outer');

describe('resources of a block', () => {
  const first = useNamed('first');
  const second = useNamed('second');
  // Hooks run in the order of their declarations: both resources have stopped.
  afterAll(() => expect(events.slice(3)).toEqual(['second stops', 'first stops']));

  test('start in the order of their declarations, stop in the reverse order, and have their own properties', () => {
    expect(events).toEqual(['outer starts', 'first starts', 'second starts']);
    expect([outer, { ...first }, second]).toMatchObject([{ name: 'outer' }, { name: 'first' }, { name: 'second' }]);
  });
});

function useNamed(name: string): { readonly name: string } {
  return useResource(
    () => {
      events.push(`${name} starts`);
      return Promise.resolve({ name });
    },
    (started) => void events.push(`${started.name} stops`),
  );
}
