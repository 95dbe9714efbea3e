import { describe, expect, test } from '@jest/globals';
import { runToEnd } from '@sluice/runtime';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { Rejection } from '../http/answer.js';
import { batchHash } from './identifyBatch.js';
import { parseBatch as parseInSteps, type BatchLimits, type ReserveMemory } from './parseBatch.js';
import { scanJson } from './scanJson.js';

const LIMITS = { maxEvents: 3, maxJsonDepth: 100, maxJsonValues: 1_000 };
const hold = (): boolean => true;

const parseBatch = (bytes: Buffer, limits: BatchLimits, reserve: ReserveMemory) =>
  runToEnd(parseInSteps(bytes, limits, reserve));

describe('a body', () => {
  test.each<[string, string, unknown]>([
    ['an envelope', '{"events":[1,"a"]}', [1, 'a']],
    ['an empty one', '{"events":[]}', []],
    ['with other fields', '{"sdk":{},"events":[1]}', [1]],
    ['with a byte order mark', '\uFEFF{"events":[]}', []],
    ['nothing', '', [400, 'malformed_json']],
    ['broken', '{"events":[', [400, 'malformed_json']],
    ['two values', '{"events":[]}{}', [400, 'malformed_json']],
    ['an array', '[]', [400, 'invalid_envelope']],
    ['null', 'null', [400, 'invalid_envelope']],
    ['no events', '{}', [400, 'invalid_envelope']],
    ['events null', '{"events":null}', [400, 'invalid_envelope']],
    ['events an object', '{"events":{"length":1}}', [400, 'invalid_envelope']],
    ['events of the prototype', '{"__proto__":{"events":[]}}', [400, 'invalid_envelope']],
    ['too many events', '{"events":[1,2,3,4]}', [413, 'too_many_events']],
    ['of the greatest depth', `{"events":${'['.repeat(99)}${']'.repeat(99)}}`, expect.any(Array)],
    ['too deep', `{"events":${'['.repeat(100)}${']'.repeat(100)}}`, [400, 'nesting_too_deep']],
    ['too deep and never closed', '['.repeat(1_000_000), [400, 'nesting_too_deep']],
    ['too deep beside the events', `{"x":${'['.repeat(200)}${']'.repeat(200)},"events":[]}`, [400, 'nesting_too_deep']],
    ['brackets in strings do not count as nesting', `{"events":["${'[{'.repeat(500)}\\"[["]}`, expect.any(Array)],
  ])('is parsed or refused: %s', (_name, text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test.each([
    ['a string', (length: number) => `"${'x'.repeat(length)}"`, 'invalid_envelope'],
    ['a number after white space', (length: number) => `${' '.repeat(length)}1`, 'invalid_envelope'],
    ['white space', (length: number) => ' '.repeat(length), 'malformed_json'],
    ['a string without an end', (length: number) => `"${'x'.repeat(length)}`, 'malformed_json'],
    ['a list', (length: number) => `["${'x'.repeat(length)}"]`, 'invalid_envelope'],
  ])('is refused alike if it is small and if it is large: %s', (_name, textOf, code) => {
    expect([10, 2_000_000].map((length) => parse(textOf(length)))).toEqual([
      [400, code],
      [400, code],
    ]);
  });

  test('is described in a step of its own if it is large', () => {
    const pausesOf = (length: number): number => {
      const task = parseInSteps(Buffer.from(`{"events":["${'x'.repeat(length)}"]}`), LIMITS, hold);
      let pauses = 0;
      while (task.next().done !== true) pauses += 1;
      return pauses;
    };
    // After decoding, after each MiB of the scan, and after parsing.
    expect([10, 1_100_000].map(pausesOf)).toEqual([0, 3]);
  });

  test('replaces broken UTF-8 by U+FFFD', () => {
    const body = Buffer.concat([Buffer.from('{"events":["'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"]}')]);
    expect(parseBatch(body, LIMITS, hold)).toMatchObject({ events: ['\uFFFD(\uFFFD'] });
  });
});

describe('facts about a body', () => {
  test.each<[string, number, number, boolean]>([
    ['{"events":[]}', 2, 6, false],
    ['{"events":[1,{"a":[["abcdefg"]]}]}', 5, 7, false],
    ['{"events":["\\u0041"]}', 2, 6, true],
    ['{"events":["\\n\\n\\n\\n"]}', 2, 8, false],
    ['{"events":[],"__proto__":1}', 2, 9, true],
  ])('are measured: %s', (text, depth, longestString, mayNeedCleaning) => {
    expect(parseBatch(Buffer.from(text), LIMITS, hold)).toMatchObject({
      facts: { depth, longestString, mayNeedCleaning },
    });
  });

  test.each<[string, number, number]>([
    ['[[1],[[]]]', 3, 5],
    ['{"a":{"b":[{}]}}', 4, 6],
    ['["[[[","\\"{{{,:","\\\\"]', 1, 3],
    ['"never closed [[', 0, 0],
    ['"ends in a backslash\\', 0, 0],
    [']]]][[', 0, 2],
  ])('are measured before parsing: %s has %d levels and %d values', (text, depth, values) => {
    expect(scanJson(text, LIMITS)).toMatchObject({ depth, values });
  });
});

describe('the texts of events', () => {
  const textsOf = (body: string | Buffer): (string | undefined)[] => {
    const parsed = parseBatch(Buffer.from(body), { ...LIMITS, maxEvents: 100 }, hold);
    if (parsed instanceof Rejection) throw new Error(parsed.message);
    return parsed.events.map((_, index) => parsed.originalJson(index)?.toString());
  };

  test.each<[string, string, (string | undefined)[]]>([
    ['as received', '{"events":[{"a":1.0},"b",[1,[2,3]]]}', ['{"a":1.0}', '"b"', '[1,[2,3]]']],
    ['with white space', '{ "events" :\n[ {} , { "abc" : [ ] }\t] }', [' {} ', ' { "abc" : [ ] }\t']],
    ['of none', '{"events":[ ]}', []],
    ['behind other lists', '{"list":[1,2],"x":{"events":[3]},"events":[4]}', ['4']],
    ['before other lists', '{"events":[4],"list":[1,2],"x":{"events":[3]}}', ['4']],
    ['of the last member of that name', '{"events":[1],"events":[2]}', ['2']],
    ['beside a value of that name', '{"sdk":"events","list":[7],"events":[8]}', ['8']],
    ['with quotes and brackets in strings', '{"events":["a\\"],[",{"]":"\\\\"}]}', ['"a\\"],["', '{"]":"\\\\"}']],
    ['beyond ASCII', '{"é":1,"events":["ü",{"😀":"é"}]}', ['"ü"', '{"😀":"é"}']],
    ['behind a byte order mark', '\uFEFF{"events":[1,2]}', ['1', '2']],
    ['of an escaped name are not known', '{"\\u0065vents":[1]}', [undefined]],
    ['are not known if such a name follows', '{"events":[1],"\\u0065vents":[2]}', [undefined]],
    ['of numbers with exponents are not known', '{"events":[{"a":1e400}]}', [undefined]],
    ['of numbers that are too long for one are not known', `{"events":[{"a":1${'0'.repeat(400)}}]}`, [undefined]],
    [
      'of much white space are not known',
      `{"events":[{"a":        \n            1,    "b" :        2        }]}`,
      [undefined],
    ],
    [
      'of a long stretch of white space are not known',
      `{"events":["${'x'.repeat(200)}"${' '.repeat(100)}]}`,
      [undefined],
    ],
    ['in which e is no exponent are known', '{"events":[true,false,"1e5"]}', ['true', 'false', '"1e5"']],
    [
      'that hide a deep value are not known',
      `{"events":[{"a":${'['.repeat(70)}${']'.repeat(70)},"a":1}]}`,
      [undefined],
    ],
    ['are known if such a name precedes', '{"\\u0065vents":[2],"events":[1]}', ['1']],
  ])('are found: %s', (_name, body, expected) => {
    expect(textsOf(body)).toEqual(expected);
  });

  test('are valid UTF-8 also for broken input', () => {
    const body = Buffer.concat([Buffer.from('{"events":["'), Buffer.from([0xff, 0xc3]), Buffer.from('"]}')]);
    expect(textsOf(body)).toEqual(['"\uFFFD\uFFFD"']);
    const parsed = parseBatch(body, LIMITS, hold);
    expect(parsed instanceof Rejection ? undefined : parsed.originalJson(0)).toEqual(Buffer.from('"\uFFFD\uFFFD"'));
  });

  test('equal the parsed events for random bodies', () => {
    const member = fc.tuple(fc.constantFrom('events', '\\u0065vents', 'x'), fc.array(fc.json({ maxDepth: 3 })));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 3 }), fc.constantFrom('', ' ', '\n\t'), (members, space) => {
        const text = members.map(([name, list]) => `"${name}"${space}:${space}[${list.join(`${space},`)}]`).join();
        const body = `{${space}${text}${members.length > 0 ? ',' : ''}"last":[1]}`;
        const parsed = parseBatch(Buffer.from(body), { maxEvents: 1e6, maxJsonDepth: 100, maxJsonValues: 1e6 }, hold);
        if (parsed instanceof Rejection) return;
        parsed.events.forEach((event, index) => {
          const sent = parsed.originalJson(index)?.toString();
          expect(sent === undefined ? event : JSON.parse(sent)).toEqual(event);
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('a small body with many values', () => {
  test.each([
    ['empty objects', `[${'{},'.repeat(600)}1]`],
    ['numbers', `[${'0,'.repeat(1_000)}0]`],
    ['keys', `{${Array.from({ length: 600 }, (_, index) => `"${index}":0`).join()}}`],
  ])('%s is rejected with 413 before it is parsed', (_name, text) => {
    const asked: number[] = [];
    const rejected = parseBatch(Buffer.from(`{"events":[${text}]}`), LIMITS, (bytes) => asked.push(bytes) > 0);
    expect(rejected).toMatchObject({ status: 413, code: 'too_many_values' });
    expect(asked).toEqual([]);
  });

  test('reserves memory before parsing, and is rejected with 503 without it', () => {
    const text = `{"events":[${'0,'.repeat(900)}`;
    const asked: number[] = [];
    expect(
      parseBatch(Buffer.from(text), LIMITS, (bytes) => {
        asked.push(bytes);
        return false;
      }),
    ).toMatchObject({ status: 503 });
    expect(asked).toEqual([text.length + 903 * 64]);
  });
});

const hashOf = (projectId: string, address: string, agent: string, body: Buffer): string =>
  batchHash({ projectId, keyKind: 'public', address, agent }, body);

describe('the hash of a batch', () => {
  const body = Buffer.from('{}');
  const hash = hashOf('1', '1.2.3.4', 'agent', body);

  test('is 64 hexadecimal digits, equal for equal requests', () => {
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    // The value of earlier versions: a resend across an upgrade must be recognized.
    const frame = Buffer.concat([Buffer.from('["1","1.2.3.4","agent"]\n'), body]);
    expect(hash).toBe(createHash('sha256').update(frame).digest('hex'));
    expect(hashOf('1', '1.2.3.4', 'agent', Buffer.from('{}'))).toBe(hash);
  });

  test('differs by project, address, agent, bytes and kind of key, also if their concatenations are equal', () => {
    const others = [
      hashOf('2', '1.2.3.4', 'agent', body),
      hashOf('1', '1.2.3.5', 'agent', body),
      hashOf('1', '1.2.3.4', 'agent2', body),
      hashOf('1', '1.2.3.4', 'agent', Buffer.from('{ }')),
      hashOf('11', '.2.3.4', 'agent', body),
      hashOf('1', '1.2.3.4', 'agent{', Buffer.from('}')),
      hashOf('1', '1.2.3.4","agent', '', body),
      hashOf('1', '1.2.3.4', 'agent"]\n', Buffer.from('')),
      batchHash({ projectId: '1', keyKind: 'server', address: '1.2.3.4', agent: 'agent' }, body),
    ];
    expect(new Set([hash, ...others]).size).toBe(others.length + 1);
  });
});

function parse(text: string): unknown {
  const parsed = parseBatch(Buffer.from(text), LIMITS, hold);
  return parsed instanceof Rejection ? [parsed.status, parsed.code] : parsed.events;
}
