import { describe, expect, it } from '@jest/globals';
import { type EdgeRow, expectEdge, mapOf, textOf } from '../testing/edgeTable.js';
import { encodeMappings } from '../testing/encodeMappings.js';
import { openCompiledMap, refusalOf } from '../testing/openCompiledMap.js';
import { InvalidMapError } from './compile/compileSourceMap.js';

const valid = textOf(mapOf([[[0, 0, 2, 1]]]));
const mapped = '"mappings":"AAEC"';
const around = (inside: string): string => `{"version":3,"sources":["a.js"],"names":[],${inside}}`;

/** Mappings with slashes in them: 31 continues in VLQ as `/B` or `+B`. */
const slashed = encodeMappings([
  Array.from({ length: 40 }, (_, step) => [step * 31, 0, step * 31, step * 31] as const),
]);

const REFUSED: readonly (readonly [name: string, document: string | Buffer])[] = [
  ['an empty body', ''],
  ['white space', ' \n\t'],
  ['an array', '[]'],
  ['an array around a map', `[${valid}]`],
  ['a string', '"mappings"'],
  ['null', 'null'],
  ['a number', '3'],
  ['an object without mappings', '{"version":3,"sources":[],"names":[]}'],
  ['an empty object', '{}'],
  ['mappings that are null', around('"mappings":null')],
  ['mappings that are a number', around('"mappings":1')],
  ['mappings that are an array', around('"mappings":[[[0,0,0,0]]]')],
  ['mappings that are an object', around('"mappings":{}')],
  ['mappings that are true', around('"mappings":true')],
  ['mappings of a prototype only', '{"__proto__":{"mappings":"AAAA"}}'],
  ['mappings of another object only', '{"a":{"mappings":"AAAA","sources":[]}}'],
  ['mappings written in capitals', around('"Mappings":"AAAA"')],
  ['a document cut off in a string', valid.slice(0, valid.indexOf('mappings') + 12)],
  ['a document without its last bracket', valid.slice(0, -1)],
  ['text after the document', `${valid}x`],
  ['a second document', `${valid}${valid}`],
  ['NaN', around(`"x":NaN,${mapped}`)],
  ['a comma before the last bracket', around(`${mapped},`)],
  ['a comma at the end of an array', around(`"x":[1,],${mapped}`)],
  ['two commas', around(`"x":1,,${mapped}`)],
  ['no colon', around(`"x" 1,${mapped}`)],
  ['a key without quotes', around(`x:1,${mapped}`)],
  ['single quotes', around(`'x':1,${mapped}`)],
  ['a comment', around(`/* x */${mapped}`)],
  ['a control character in a string', around(`"x":"a\nb",${mapped}`)],
  ['a NUL in a string', around(`"x":"a\0b",${mapped}`)],
  ['a control character in the mappings', around('"mappings":"AAAA;\tAACA"')],
  ['an invalid escape', around(`"x":"\\x41",${mapped}`)],
  ['an escape of three digits', around(`"x":"\\u041",${mapped}`)],
  ['a number with a leading zero', around(`"x":01,${mapped}`)],
  ['a number with a plus', around(`"x":+1,${mapped}`)],
  ['a number without digits after its point', around(`"x":1.,${mapped}`)],
  ['an invalid literal', around(`"x":nul,${mapped}`)],
  ['brackets of different kinds', around(`"x":[1},${mapped}`)],
  ['UTF-16', Buffer.from(`\uFEFF${valid}`, 'utf16le')],
  ['minified JavaScript', '!function(){console.log("mappings")}();'],
  ['bytes of an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['sections that are empty', '{"version":3,"sections":[]}'],
  ['a section with only an address', '{"version":3,"sections":[{"offset":{"line":0,"column":0},"url":"a.map"}]}'],
  ['a section without a map', '{"version":3,"sections":[{"offset":{"line":0,"column":0}}]}'],
  ['a section whose map has no mappings', '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":{}}]}'],
  ['sections that are no array', '{"version":3,"sections":{}}'],
];

const ACCEPTED: readonly EdgeRow[] = [
  {
    name: 'empty mappings and nothing else',
    map: '{"mappings":""}',
    asks: [
      ['1:0 glb', null],
      ['1:0 lub', null],
      ['2:0 glb', null],
    ],
    traceDiffers: 'throws',
  },
  {
    name: 'mappings without sources resolve to nothing',
    map: '{"mappings":"AAAA","names":[]}',
    asks: [['1:0', null]],
    traceDiffers: 'throws',
  },
  {
    name: 'no names',
    map: '{"sources":["a.js"],"mappings":"AAAA,EAEA"}',
    asks: [
      ['1:0', 'a.js:1:0'],
      ['1:2', 'a.js:3:0'],
    ],
  },
  {
    name: 'no version, or another one',
    map: '{"version":"4","sources":["a.js"],"names":[],"mappings":"AAAA"}',
    asks: [['1:0', 'a.js:1:0']],
  },
  {
    name: 'of two keys mappings the last wins',
    map: around('"mappings":"AAAA","mappings":"AAEC"'),
    asks: [['1:0', 'a.js:3:1']],
  },
  {
    name: 'of two keys sources the last wins',
    map: `{"sources":["b.js","c.js"],"names":[],${mapped},"sources":["a.js"]}`,
    asks: [['1:0', 'a.js:3:1']],
  },
  {
    name: 'keys with escapes are recognised',
    map: '{"\\u0073ources":["a.js"],"names":[],"\\u006dappings":"AAEC"}',
    asks: [['1:0', 'a.js:3:1']],
  },
  {
    name: 'a byte order mark',
    map: `\uFEFF${valid}`,
    asks: [['1:0', 'a.js:3:1']],
    traceDiffers: 'throws',
  },
  ...[")]}'\n", ")]}'\r\n", ")]}',\n"].map((line) => ({
    name: `a first line ${JSON.stringify(line)}`,
    map: `${line}${valid}`,
    asks: [['1:0', 'a.js:3:1']] as const,
    traceDiffers: 'throws',
  })),
  {
    name: 'white space around everything',
    map: ` \r\n\t{ "sources" : [ "a.js" ] ,\n"names":[ ] , "mappings" : "AAEC" } \n`,
    asks: [['1:0', 'a.js:3:1']],
  },
  {
    name: 'escaped slashes in the mappings',
    map: around(`"mappings":"${slashed.replaceAll('/', '\\/')}"`),
    asks: [
      ['1:31', 'a.js:32:31'],
      ['1:1208', 'a.js:1179:1178'],
      ['1:1209', 'a.js:1210:1209'],
    ],
  },
  {
    name: 'any escapes in the mappings',
    map: around('"mappings":"\\u0041AAA\\u003b\\u0041AEC"'),
    asks: [
      ['1:0', 'a.js:1:0'],
      ['2:0', 'a.js:3:1'],
    ],
  },
  {
    name: 'keys that nobody knows, and keys that are not used',
    map: around(
      `"x":{"mappings":[1,-2.5e+3,{"sources":null}],"":"\\ud83d\\ude00"},"file":null,"debugId":"85314830-023f-4cf1-a267-535f4e37bb17",` +
        `"ignoreList":[0],"x_google_ignoreList":[0],"rangeMappings":"B;;A","scopes":"","extensions":{},${mapped}`,
    ),
    asks: [['1:0', 'a.js:3:1']],
  },
];

describe('rejects documents that are not source maps', () => {
  it.each(REFUSED)('%s', async (_name, document) => {
    const { error, leftBehind } = await refusalOf(document);
    expect(error).toBeInstanceOf(InvalidMapError);
    expect(error).toHaveProperty('message', expect.stringMatching(/^[A-Z][^\n]{5,}/));
    expect(leftBehind).toBe(false);
  });
});

describe('accepts source maps', () => {
  it.each(ACCEPTED)('with $name', async (row) => {
    const { index } = await expectEdge(row);
    expect(index.isMalformed).toBe(false);
  });

  it('and describes them', async () => {
    const map = mapOf(
      [
        [
          [0, 0, 0, 0, 0],
          [4, 1, 0, 0, 1],
        ],
        [[0], [2, 0, 0, 0]],
      ],
      { sources: ['a.js', 'b.js'], names: ['one', 'two'], sourcesContent: ['a', null] },
    );
    const text = textOf(map);
    const { compiled, bytes, index } = await openCompiledMap(text);
    expect(compiled).toEqual({
      originalBytes: Buffer.byteLength(text),
      indexBytes: bytes.length,
      headBytes: index.headBytes,
      segments: 4,
      sources: 2,
      names: 2,
      hasContents: true,
      problems: [],
    });
  });

  it('of any depth below an unknown key', async () => {
    const depth = 100_000;
    const opened = await openCompiledMap(around(`"x":${'['.repeat(depth)}${']'.repeat(depth)},${mapped}`));
    expect(opened.compiled.segments).toBe(1);
  });
});
