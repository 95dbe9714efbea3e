import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import type { Json } from '@sluice/contract';
import type { Frame } from '@sluice/stacktrace';
import { fingerprints, formerFingerprints, type Algorithm } from './fingerprints.js';
import { fingerprintV1 } from './fingerprintV1.js';
import { readExceptionPayload } from './readExceptionPayload.js';

type Payload = Readonly<Record<string, Json>>;

const listOf = (payload: Payload): readonly string[] => fingerprints(readExceptionPayload(payload));
const hashOf = (payload: Payload): string => fingerprints(readExceptionPayload(payload))[0];
const context = { before: ['a'], line: 'b', after: [] };
const frames = [frame('https://a.b/main.1a2b3c4d.js'), frame('https://a.b/vendor.js', 'run', false)];
const causes = (depth: number, of: Payload): Payload => (depth === 0 ? of : { ...of, cause: causes(depth - 1, of) });

describe('exceptions of one fault have one fingerprint', () => {
  test.each<readonly [string, Payload, Payload]>([
    ['whatever the message says, where frames are known', { frames, message: 'a' }, { frames, message: 'b' }],
    ['in another build', { frames }, { frames: [frame('https://a.b/main.9f8e7d6c.js')] }],
    ['whatever the libraries below do', { frames }, { frames: [...frames, frame('other.js', 'x', false)] }],
    ['whatever the numbers in the message, without frames', { message: 'row 1' }, { message: 'row 2' }],
    ['with a type left out, which is Error', { message: 'a' }, { message: 'a', type: 'Error' }],
    ['with a type that a minifier made', { message: 'a' }, { message: 'a', type: 'Xe' }],
    ['with an empty explicit fingerprint', { frames }, { frames, fingerprint: [] }],
    ['by what the client says', { frames, fingerprint: ['a'] }, { message: 'other', fingerprint: ['a'] }],
    ['by the default alone', { frames, fingerprint: ['{{ default }}'] }, { frames }],
    [
      'by the computed one and what the client adds',
      { frames, fingerprint: ['{{ default }}', 'a'] },
      { frames, fingerprint: ['{{default}}', 'a'] },
    ],
    [
      'whatever source lines were sent',
      { frames },
      { frames: frames.map((one) => ({ ...(one as Payload), context })) },
    ],
    [
      'whatever group their causes are in',
      { frames, cause: { message: 'lost', parent: 0, cause: { message: 'found', parent: 0 } } },
      { frames, cause: { message: 'lost', cause: { message: 'found' } } },
    ],
    ['with calls of which nothing is known', { message: 'a', frames: [{ function: '<no symbol>' }] }, { message: 'a' }],
    ['with malformed frames, which count as none', { message: 'a', frames: 'x' }, { message: 'a', frames: [null, 1] }],
    ['with causes beyond the eighth', causes(8, { message: 'a' }), causes(20, { message: 'a' })],
    ['however often one error was wrapped in itself', causes(1, { message: 'a' }), causes(4, { message: 'a' })],
  ])('%s', (_name, left, right) => {
    expect(hashOf(left)).toBe(hashOf(right));
  });

  const different: readonly (readonly [string, Payload, Payload])[] = [
    ['types', { type: 'TypeError', frames }, { type: 'RangeError', frames }],
    ['functions', { frames }, { frames: [frame('main.js', 'save')] }],
    ['messages', { message: 'lost' }, { message: 'found' }],
    ['causes', { frames }, { frames, cause: { message: 'lost' } }],
    ['frames of the cause', { frames, cause: { frames } }, { frames, cause: { frames: [frame('a.js', 'save')] } }],
    ['explicit fingerprints', { fingerprint: ['a'] }, { fingerprint: ['b'] }],
    ['additions to the default', { fingerprint: ['{{ default }}', 'a'] }, { fingerprint: ['{{ default }}', 'b'] }],
    ['an addition to the default', { message: 'a' }, { message: 'a', fingerprint: ['{{ default }}', 'b'] }],
    ['a part that reads like a computed one', { fingerprint: ['message', 'Error', 'a'] }, { message: 'a' }],
    ['where the parts are cut', { fingerprint: ['ab', 'c'] }, { fingerprint: ['a', 'bc'] }],
  ];
  test.each(different)('and other %s make another fingerprint', (_name, left, right) => {
    expect(hashOf(left)).not.toBe(hashOf(right));
  });
});

describe('an exception has several fingerprints, strongest first', () => {
  const payload = { type: 'TypeError', message: 'm', frames: [frame('https://a.b/index-BxYzABcd.js', 't')] };
  const resolved: readonly Frame[] = [{ file: 'src/cart.ts', function: 'total', line: 3, column: 1, inApp: true }];
  const older: Algorithm = { version: 'v0', compute: (errors) => errors.map(({ type }) => ['type', type]) };
  const both = [{ version: 'v1', compute: fingerprintV1 }, older] as const;

  test('the raw one alone, where nothing is resolved', () => {
    expect(listOf(payload)).toEqual([expect.stringMatching(/^v1:[0-9a-f]{32}$/)]);
  });

  test('then that of the resolved frames', () => {
    const found = fingerprints(readExceptionPayload(payload), { frames: resolved });
    expect(found).toHaveLength(2);
    expect(found[0]).toBe(hashOf(payload));
    expect(found[1]).toBe(hashOf({ type: 'TypeError', frames: resolved as unknown as Json }));
  });

  test('and each once', () => {
    const exception = readExceptionPayload(payload);
    expect(fingerprints(exception, { frames: exception.frames })).toHaveLength(1);
  });

  test('with resolved frames of causes too', () => {
    const wrapped = readExceptionPayload({ ...payload, cause: { message: 'c', frames } });
    const found = fingerprints(wrapped, { frames: wrapped.frames, causes: [resolved] });
    expect(found).toHaveLength(2);
  });

  test('those of former rules, which do not change when newer ones are added, are no part of it', () => {
    const exception = readExceptionPayload(payload);
    const before = fingerprints(exception, { frames: resolved }, [older]);
    expect(before).toEqual([expect.stringMatching(/^v0:[0-9a-f]{32}$/)]);
    expect(fingerprints(exception, { frames: resolved }, both)).toEqual(fingerprints(exception, { frames: resolved }));
    expect(formerFingerprints(exception, { frames: resolved }, both)).toEqual(before);
  });

  test('one by each set of rules for a fingerprint with a default', () => {
    const exception = readExceptionPayload({ ...payload, fingerprint: ['{{ default }}', 'shop 7'] });
    const found = [...fingerprints(exception, undefined, both), ...formerFingerprints(exception, undefined, both)];
    expect(found.map((one) => one.split(':')[0])).toEqual(['v1', 'v0']);
  });

  test('and a single one that no version changes for a fingerprint without a default', () => {
    const exception = readExceptionPayload({ ...payload, fingerprint: ['shop 7'] });
    const found = fingerprints(exception, { frames: resolved });
    expect(found).toEqual([expect.stringMatching(/^given:[0-9a-f]{32}$/)]);
    expect(fingerprints(exception, undefined, both)).toEqual(found);
    expect(formerFingerprints(exception, undefined, both)).toEqual([]);
  });

  test('stable: a change of these hashes requires a new version', () => {
    const boot = [frame('https://a.b/app.js', 'boot'), frame('https://a.b/shop.js', 'start')];
    expect(hashOf({ type: 'TypeError', message: 'x is undefined', frames: boot })).toMatchInlineSnapshot(
      `"v1:b571eb8c0cc0902744c68883a67580f8"`,
    );
    expect(hashOf({ message: 'No row 17 in "orders"' })).toMatchInlineSnapshot(`"v1:0373774aa9df088f535abcfc52fccda1"`);
    expect(hashOf({ fingerprint: ['shop 7'] })).toMatchInlineSnapshot(`"given:fc7bbaf7f167a03e744177f01e476f01"`);
  });
});

describe('former fingerprints find the issues that exist', () => {
  const formerOf = (given: Payload): readonly string[] => formerFingerprints(readExceptionPayload(given));
  const withStack = (stack: string, message = 'x'): Payload => ({ message, stack: `Error: ${message}\n${stack}` });

  test.each<[string, Payload]>([
    ['a message without codes', { message: 'No row 17 in "orders"' }],
    ['frames of the application', { message: 'status code 404', frames: [frame('a.js')] }],
    ['a stack that was read before', withStack('    at load (https://a.b/c.js:1:2)')],
  ])('none for %s: its fingerprint is the same', (_name, given) => {
    expect(formerOf(given)).toEqual([]);
  });

  test.each<[string, Payload, string]>([
    // The fingerprints of 02ddda25, by its code.
    ['a code', { message: 'Minified React error #418; visit https://a.b' }, 'v1:cb2dcea9a278'],
    ['a status', { type: 'AxiosError', message: 'Request failed with status code 404' }, 'v1:48d1aeba8418'],
    ['an abort', { type: 'AbortError', message: 'Fetch is aborted' }, 'v1:79f1ed57d089'],
    ['colors', { message: '\u001b[31mNo row 1\u001b[39m' }, 'v1:45b3dd08485e'],
    ['foreign quotation marks', { message: 'Kein „x“' }, 'v1:559afdc4a4f0'],
    ['further quotation marks', { message: 'No 【x】' }, 'v1:e96820a26db7'],
    ['an abort of axios', { type: 'CanceledError', message: 'canceled' }, 'v1:3ce353c241bf'],
    ['a time that is over, of axios', { type: 'AxiosError', message: 'timeout of 0ms exceeded' }, 'v1:cca46b9a6621'],
    ['a link of a terminal', { message: '\u001b]8;;https://a.b\u0007x\u001b]8;;\u0007' }, 'v1:1431a642965a'],
    ['a note without a blank', withStack('    at load (https://a.b/c.js:1:2)[angular]'), 'v1:6d028931c587'],
    [
      'a runtime without a path',
      withStack('    at load (https://a.b/c.js:1:2)\n    at run (internal:1:2)'),
      'v1:431e32d855ac',
    ],
    ['a blank first line', { message: '\nInvalid `p.a.b()` invocation:\n\n\nNo record' }, 'v1:7025314bb9a1'],
    [
      'an error of its parts',
      { type: 'AggregateError', message: '', errors: [{ message: 'refused' }] },
      'v1:108f5f45a45e',
    ],
    ['zones in its stack', withStack('    at load (https://a.b/c.js:1:2) [angular]'), 'v1:6d028931c587'],
    [
      'a loader in its stack',
      withStack('    at a (webpack-internal:///./node_modules/x-loader.js?!./src/C.vue?vue:1:2)'),
      'v1:95b844b756b7',
    ],
    [
      'a runtime in its stack',
      withStack('    at load (https://a.b/c.js:1:2)\n    at run (workerd:x:1:2)'),
      'v1:b1893254c166',
    ],
    [
      'WebAssembly in its stack',
      { message: 'x', stack: 'calc@https://a.b/m.wasm:wasm-function[1]:0x1' },
      'v1:6d028931c587',
    ],
  ])('that of %s', (_name, given, former) => {
    expect(formerOf(given)).toEqual([expect.stringContaining(former)]);
  });
});

describe('hostile input takes linear time', () => {
  const text = 65_000;
  const hostile: readonly (readonly [string, Payload])[] = [
    ['a thousand defaults', { fingerprint: Array.from({ length: 10_000 }, () => '{{ default }}'), frames }],
    ['braces', { fingerprint: ['{{'.repeat(text / 2), `{{${' '.repeat(text)}`] }],
    ['files', { frames: Array.from({ length: 250 }, () => frame('a-'.repeat(2_000), 'b.'.repeat(2_000))) }],
    ['files of hashes', { frames: Array.from({ length: 250 }, (_, n) => frame(`${'1a-'.repeat(1_000)}${n}.js`)) }],
    ['directories', { frames: Array.from({ length: 250 }, (_, n) => frame(`${'../'.repeat(1_000)}${n}.js`)) }],
    ['calls in turn', { frames: Array.from({ length: 250 }, (_, n) => frame('a.js', `load${n % 7}`)) }],
    ...[
      '"',
      "'",
      '/',
      'a@',
      '1.',
      ':',
      'http:',
      'a.',
      '\\',
      'eyJ',
      'e.e(',
      ' is ',
      'a1B2',
      ' 404',
      'got 404 - ',
      'GET /404: 404 ',
    ].map((part): readonly [string, Payload] => [`a message of ${part}`, { message: part.repeat(text / part.length) }]),
  ];
  test.each(hostile)('%s', (_name, payload) => {
    expect(cpuMs(() => void hashOf(payload))).toBeLessThan(2_000);
  });
});

function frame(file: string, name = 'load', inApp = true): Json {
  return {
    file,
    function: name,
    line: 1,
    column: 2,
    inApp,
  };
}
