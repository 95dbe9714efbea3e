import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalize } from './normalize.js';

const circular: Record<string, unknown> = { id: 1 };
circular['self'] = circular;
class Cart {
  id = 7;
  #secret = 'x';
  get total(): string {
    return this.#secret;
  }
}
const page: Record<string, unknown> = { name: 'page', toString: () => '[object Window]' };
page['window'] = page;

describe('normalize', () => {
  test.each<[string, unknown, unknown]>([
    ['plain data as it is', { a: [1, 'b', null, true, undefined] }, { a: [1, 'b', null, true, undefined] }],
    ['a BigInt and a symbol as text', [10n, Symbol('x')], ['10', 'Symbol(x)']],
    ['a function by its kind', { run: fail }, { run: '[function]' }],
    ['a class instance by its own fields', { cart: new Cart() }, { cart: { id: 7 } }],
    [
      'binary data by type and size',
      [Buffer.alloc(3), new Float64Array(2)],
      ['[Buffer of 3 bytes]', '[Float64Array of 16 bytes]'],
    ],
    ['a date in ISO 8601', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    [
      'a Map as an object',
      new Map<unknown, unknown>([
        ['a', 1],
        [2, new Set([3])],
      ]),
      { a: 1, 2: [3] },
    ],
    ['an error in words', { cause: new RangeError('far') }, { cause: 'RangeError: far' }],
    ['what toJSON returns', { url: new URL('https://a.example/b') }, { url: 'https://a.example/b' }],
    ['a toJSON that throws', { a: { toJSON: fail }, b: 1 }, { a: '[object]', b: 1 }],
    [
      'a getter that throws',
      { a: Object.defineProperty({ b: 1 }, 'c', { get: fail, enumerable: true }) },
      { a: { b: 1, c: '[object]' } },
    ],
    ['a revoked proxy', { a: revoked(), b: 1 }, { a: '[object]', b: 1 }],
    ['an object that contains itself', circular, { id: 1, self: '…' }],
    [
      'an element by its name',
      { target: { nodeType: 1, nodeName: 'DIV', __reactFiber$: nested(100) } },
      { target: 'DIV' },
    ],
    ['a window by its kind', { opener: page }, { opener: '[object Window]' }],
    ['a large collection not at all', new Set(Array.from({ length: 1_001 }, (_, index) => index)), '…'],
    ['the first 100 entries of a list', Array.from({ length: 5_000 }, () => 0), Array.from({ length: 100 }, () => 0)],
  ])('returns %s', (_name, value, expected) => {
    expect(normalize(value)).toEqual(expected);
  });

  test('returns undefined for unreadable values', () => {
    expect(normalize(revoked())).toBeUndefined();
  });

  test('stops at its depth limit in 20,000 levels', () => {
    expect(JSON.stringify(normalize(nested(20_000))).length).toBeLessThan(200);
  });

  test('ends where toJSON always returns another object', () => {
    const endless = (): object => ({ toJSON: endless });
    expect(normalize(endless())).toBe('…');
  });

  test('keeps entries after a large one', () => {
    const fiber = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, 'x'.repeat(10_000)]));
    expect(normalize({ fiber, release: 'shop@1' })).toMatchObject({ release: 'shop@1' });
  });

  test('bounds a graph in which everything leads to everything', () => {
    const nodes = Array.from({ length: 200 }, (_, id): Record<string, unknown> => ({ id }));
    for (const node of nodes) Object.assign(node, { all: nodes, memoizedProps: { text: 'x'.repeat(1_000) } });
    expect(JSON.stringify(normalize(nodes, { characters: 2_048 })).length).toBeLessThan(20_000);
  });

  const oddities: Record<string, () => unknown> = {
    revoked,
    fail: () => fail,
    circular: () => circular,
    window: () => page,
    noDate: () => new Date(NaN),
    keys: () => new Map([[{}, 1]]),
    toJSON: () => ({ toJSON: fail }),
    deep: () => nested(1_000),
  };
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
  });

  test('returns a JSON value within its limits for any value, and is idempotent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(oddities)), fc.array(anything), fc.string(), (name, list, key) => {
        const kept = normalize({ list, [key]: oddities[name]?.(), after: list }, { characters: 1_000 });
        const text = JSON.stringify(kept);
        // Six characters for one that is escaped, and the marks around each of 1,000 keys.
        expect(text.length).toBeLessThan(20_000);
        expect(JSON.stringify(normalize(kept))).toBe(text);
      }),
    );
  });

  test('changes nothing of plain data that is small', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value);
        // An own field `__proto__` is left out: assigning it sets the prototype of the copy instead.
        fc.pre(text.length < 500 && !text.includes('"__proto__"'));
        expect(JSON.parse(JSON.stringify(normalize(value)))).toEqual(JSON.parse(text));
      }),
    );
  });
});

function fail(): never {
  throw new Error('no');
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function nested(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { inner: value };
  return value;
}
