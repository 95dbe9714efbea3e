import { describe, expect, it } from '@jest/globals';
import { ask, expectEdge, mapOf } from '../testing/edgeTable.js';
import { openCompiledMap } from '../testing/openCompiledMap.js';

/**
 * `C` is 1. With its continuation bit and digits of value 0 after it, it is still 1 (ECMA-426: 32 bits, any length).
 */
const one = (padding: number): string => `i${'g'.repeat(padding)}A`;

describe('numbers of mappings that are longer than they need be', () => {
  it.each([0, 1, 5, 6, 7, 20, 10_000])('are read with %d digits that add nothing', async (padding) => {
    const mappings = `AAAA,${one(padding)}AA${one(padding)};AAAA`;
    await expectEdge({
      name: `padding of ${padding}`,
      map: mapOf([], { mappings }),
      asks: [
        ['1:0', 'a.js:1:0'],
        ['1:1', 'a.js:1:1'],
        ['2:0', 'a.js:1:1'],
      ],
      hasProblems: false,
    });
  });

  it.each([
    ['the 33rd bit', 'AAAA,gggggggBAAA'],
    ['a bit far behind', `AAAA,i${'g'.repeat(40)}BAAA`],
  ])('are no VLQ where %s is set', async (_name, mappings) => {
    const opened = await openCompiledMap(JSON.stringify(mapOf([], { mappings })));
    expect(opened.index.isMalformed).toBe(true);
    expect(await ask(opened, '1:0')).toBeNull();
  });

  it('are cut where the text ends within them', async () => {
    const opened = await openCompiledMap(JSON.stringify(mapOf([], { mappings: `AAAA,i${'g'.repeat(20)}` })));
    expect(opened.index.isMalformed).toBe(false);
    expect(await ask(opened, '1:0')).toBe('a.js:1:0');
  });
});
