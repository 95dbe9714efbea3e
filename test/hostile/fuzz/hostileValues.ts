import * as fc from 'fast-check';

/** Strings known to break parsers and databases. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u202e',
  '😀',
  'e\u0301',
  '\\',
  '\\N',
  '\\.',
  "'",
  '"',
  '`',
  '%',
  '_',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e309',
  '2024-05-01T12:00:00Z',
  '2024-02-30',
  '9999-12-31',
  '1970-01-01',
  '+275760-09-13T00:00:00.000Z',
  'now',
  "' or 1=1 --",
  '$1',
  '${x}',
  '{{x}}',
  '<script>',
  '../../etc/passwd',
  'https://x/\0',
  'javascript:1',
  '//a',
  'a:1:2',
  'Error: x\n    at f (a.js:1:2)',
  '@a.js:1:2',
  'f@http://a/b.js:1:2\n'.repeat(40),
  '    at ('.repeat(300),
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
  'Googlebot/2.1',
  '((((((',
];

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.5,
  1e21,
  1e300,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 63,
  86_400_000,
];

/** Any string, one of the list, or one character many times. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('a', ' ', '(', '[', '"', '@', '/', '.', ':', '-', 'é', '😀', '\0', 'at '),
        fc.oneof({ weight: 9, arbitrary: fc.nat(600) }, { weight: 1, arbitrary: fc.nat(40_000) }),
      )
      .map(([piece, times]) => piece.repeat(times)),
  },
);

const nested: fc.Arbitrary<unknown> = fc
  .tuple(fc.nat(120), fc.boolean())
  .map(([depth, isList]) =>
    Array.from({ length: depth }).reduce<unknown>((inner) => (isList ? [inner] : { a: inner }), 1),
  );

/** A JSON value, mostly of the wrong type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], { a: null }) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(hostileText, fc.constantFrom<unknown>(1, 'x', null, [], {}), { maxKeys: 12 }),
  },
  { weight: 1, arbitrary: nested },
);
