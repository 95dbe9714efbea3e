import { describe, expect, test } from '@jest/globals';
import { openCompiledMap, type OpenedMap } from '../testing/openCompiledMap.js';
import { locatePositions, type FramePosition } from './locatePositions.js';
import { mapOf } from './testing/testResolver.js';

const FRAMES = 250;
const BOTH = { context: true, functions: true };
const positions: readonly FramePosition[] = Array.from({ length: FRAMES }, (_, at) => ({
  line: 1,
  column: 1 + 10 * at,
}));

describe('250 frames', () => {
  test.each([
    ['thousands of parentheses', '((]', 8_190],
    ['thousands of arrows', '(a=>', 8_192],
    ['thousands of types', '>(', 8_192],
    ['lines of many chunks', 'abc(', 60_000],
  ])('over %s yield to other work', async (_, part, charactersEach) => {
    const { index, read } = await hostileMap(part, charactersEach);
    const longest = longestGap();
    const located = await locatePositions(index, positions, BOTH, read);
    expect(longest()).toBeLessThan(250);
    expect(located.filter((one) => one !== null)).toHaveLength(FRAMES);
  });

  test('are abandoned when no caller waits any more', async () => {
    const { index, read, reads } = await hostileMap('((]', 8_190);
    const over = new AbortController();
    const abandoning: typeof read = (ranges) => {
      if (reads.calls === 1) over.abort(new Error('too late'));
      return read(ranges);
    };
    const wanted = { ...BOTH, signal: over.signal };
    await expect(locatePositions(index, positions, wanted, abandoning)).rejects.toThrow('too late');
    // One for positions, and one for the sources of the first frames.
    expect(reads.calls).toBe(2);
  });
});

/** A map of a source in which each frame has distinct lines with hostile text. */
async function hostileMap(part: string, charactersEach: number): Promise<OpenedMap> {
  const lines = Array.from({ length: FRAMES }, () => part.repeat(charactersEach / part.length));
  const column = charactersEach - part.length;
  return openCompiledMap(
    mapOf([lines.map((_, line) => [10 * line, 0, line, column] as const)], { 'a.js': lines.join('\n') }),
  );
}

/**
 * Measures until the returned function is called: the longest blocking of the event loop in milliseconds of CPU time
 * of this process, because other processes may use the machine.
 */
function longestGap(): () => number {
  let [longest, last] = [0, process.cpuUsage()];
  const measure = (): void => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.cpuUsage();
  };
  const turn = (): void => {
    measure();
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return () => {
    clearImmediate(next);
    measure();
    return longest;
  };
}
