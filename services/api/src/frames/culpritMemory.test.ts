import { expect, test } from '@jest/globals';
import { createCulpritMemory } from './culpritMemory.js';

const found = { raw: 'a in app.js', original: 'load in src/cart.ts', isLate: false };
const late = { raw: 'a in app.js', original: undefined, isLate: true };

test('a culprit that is late is what it was before, and is still marked', () => {
  const memory = createCulpritMemory();
  expect(memory.recall(stack(), found)).toEqual(found);
  expect(memory.recall(stack(), late)).toEqual({ ...found, isLate: true });
});

test.each([
  ['another line', stack(2)],
  ['another release', stack(1, 'shop@2')],
])('a stack with %s is not taken for it', (_name, other) => {
  const memory = createCulpritMemory();
  memory.recall(stack(), found);
  expect(memory.recall(other, late)).toEqual(late);
});

test('a stack whose map is gone is forgotten', () => {
  const memory = createCulpritMemory();
  memory.recall(stack(), found);
  memory.recall(stack(), { ...late, isLate: false });
  expect(memory.recall(stack(), late)).toEqual(late);
});

test('the latest ten thousand are kept', () => {
  const memory = createCulpritMemory();
  for (let line = 0; line <= 10_000; line += 1) memory.recall(stack(line), found);
  expect(memory.recall(stack(0), late).original).toBeUndefined();
  expect(memory.recall(stack(1), late).original).toBe('load in src/cart.ts');
});

function stack(line = 1, release = 'shop@1') {
  return {
    projectId: 'p',
    release,
    frames: [{ file: 'https://a.b/app.js', function: 'a', line, column: 2, inApp: true }],
  };
}
