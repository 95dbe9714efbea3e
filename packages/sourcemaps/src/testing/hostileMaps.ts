import { open } from 'node:fs/promises';
import { LIMITS } from '@sluice/contract';
import { HOSTILE_FUNCTION_MAPS } from './hostileFunctionMaps.js';
import type { HostileMap, Repeated } from './hostileMap.js';

const START = '{"version":3,"sources":["a.js"],"names":[],';
const mappings = (...pieces: (string | Repeated)[]) => [`${START}"mappings":"`, ...pieces, '"}'];
const beside = (key: string, ...pieces: (string | Repeated)[]) => [
  `${START}"mappings":"AAAA","${key}":`,
  ...pieces,
  '}',
];
const content = (...pieces: (string | Repeated)[]) => beside('sourcesContent', '["', ...pieces, '"]');
const FIRST = [[1, 0, 'a.js:1:0']] as const;
const NOTHING = [[1, 0, null]] as const;

/** The table of section 3 of the reference. */
const MEASURED: readonly HostileMap[] = [
  {
    name: 'only semicolons',
    pieces: mappings({ unit: ';' }),
    outcome: 'stored',
    asks: [
      [1, 0, null],
      [40_000_000, 0, null],
    ],
  },
  { name: 'equal segments of one field', pieces: mappings({ unit: 'A,' }, 'A'), outcome: 'stored', asks: NOTHING },
  {
    name: 'equal segments of four fields',
    pieces: mappings({ unit: 'AAAA,' }, 'AACA'),
    outcome: 'stored',
    asks: [
      [1, 0, 'a.js:1:0'],
      [1, 1, 'a.js:2:0'],
    ],
  },
  { name: 'segments a column apart', pieces: mappings({ unit: 'C,' }, 'C'), outcome: 'stored', asks: NOTHING },
  {
    name: 'a segment a line',
    pieces: mappings({ unit: 'AAAA;' }),
    outcome: 'stored',
    asks: [
      [1, 0, 'a.js:1:0'],
      [9_600_000, 7, 'a.js:1:0'],
    ],
  },
  {
    name: 'empty names',
    pieces: ['{"version":3,"sources":["a.js"],"mappings":"AAAAA","names":[', { unit: '"",' }, '""]}'],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'empty sources',
    pieces: ['{"version":3,"names":[],"mappings":"AAAA","sources":["a.js"', { unit: ',""' }, ']}'],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'an unknown key with brackets in brackets',
    pieces: beside('x', { unit: '[', share: 0.5 }, { unit: ']', share: 0.5 }),
    outcome: 'stored',
    asks: FIRST,
  },
  { name: 'one unsorted line', pieces: mappings({ unit: 'E,D,' }, 'A'), outcome: 'either' },
  { name: 'one source line', pieces: content({ unit: 'x' }), outcome: 'stored', asks: FIRST },
  { name: 'a source of quotes', pieces: content({ unit: '\\"' }), outcome: 'stored', asks: FIRST },
  { name: 'a source of backslashes', pieces: content({ unit: '\\\\' }), outcome: 'stored', asks: FIRST },
];

const section = (line: string, map: string) => `{"offset":{"line":${line},"column":0},"map":${map}}`;
const nested = '{"sections":[{"offset":{"line":0,"column":0},"map":';

/** What else came to mind. */
const IMAGINED: readonly HostileMap[] = [
  {
    name: 'a source of empty lines',
    pieces: content({ unit: '\\n' }),
    outcome: 'stored',
    asks: FIRST,
  },
  { name: 'a source of escaped letters', pieces: content({ unit: '\\u00e9' }), outcome: 'stored', asks: FIRST },
  { name: 'a source of lone surrogates', pieces: content({ unit: '\\udead' }), outcome: 'stored', asks: FIRST },
  {
    name: 'empty contents',
    pieces: beside('sourcesContent', '[""', { unit: ',""' }, ']'),
    outcome: 'stored',
    asks: FIRST,
  },
  { name: 'a number that does not end', pieces: mappings('AAAA;', { unit: 'g' }), outcome: 'stored' },
  {
    name: 'segments that leap there and back',
    pieces: mappings('AAAA,', { unit: 'C+/////DA+/////D+/////D,CA//////DA//////D//////D,' }, 'CAAA'),
    outcome: 'stored',
  },
  { name: 'one segment of countless fields', pieces: mappings('AAAA', { unit: 'A' }), outcome: 'stored', asks: FIRST },
  { name: 'empty segments', pieces: mappings('AAAA', { unit: ',' }), outcome: 'stored', asks: FIRST },
  {
    name: 'one unsorted line, backwards',
    pieces: mappings('+/////BAAA,', { unit: 'DAAA,' }, 'DAAA'),
    outcome: 'either',
  },
  {
    name: 'unsorted short lines',
    pieces: mappings({ unit: 'EAAA,DAAC;' }),
    outcome: 'stored',
    asks: [
      [1, 1, 'a.js:1:1'],
      [1, 2, 'a.js:1:0'],
    ],
  },
  {
    name: 'one name, used',
    pieces: ['{"version":3,"sources":["a.js"],"mappings":"AAAAA","names":["', { unit: 'é' }, '"]}'],
    outcome: 'either',
  },
  {
    name: 'one source path, used',
    pieces: ['{"version":3,"names":[],"mappings":"AAAA","sources":["', { unit: '../x/' }, 'a.js"]}'],
    outcome: 'either',
  },
  { name: 'one root, used', pieces: beside('sourceRoot', '"', { unit: './/' }, '"'), outcome: 'either' },
  {
    name: 'a long root and many sources',
    pieces: [
      '{"version":3,"names":[],"mappings":"AAAA","sourceRoot":"',
      { unit: 'r', share: 0.3 },
      '","sources":["a.js"',
      { unit: ',""', share: 0.7 },
      ']}',
    ],
    outcome: 'either',
  },
  {
    name: 'small sections',
    pieces: [
      '{"version":3,"sections":[',
      { unit: `${section('0', '{"mappings":""}')},` },
      `${section('1', '{"mappings":""}')}]}`,
    ],
    outcome: 'either',
    asks: NOTHING,
  },
  {
    name: 'sections in sections',
    pieces: [
      { unit: nested, share: nested.length / (nested.length + 3) },
      '{"mappings":""}',
      { unit: '}]}', share: 3 / (nested.length + 3) },
    ],
    outcome: 'either',
  },
  {
    name: 'keys',
    pieces: [START, { unit: '"mappings":"",' }, '"mappings":"AAAA"}'],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'objects in objects',
    pieces: beside('x', { unit: '{"":', share: 0.8 }, '0', { unit: '}', share: 0.2 }),
    outcome: 'stored',
    asks: FIRST,
  },
  { name: 'one number', pieces: beside('x', { unit: '1' }), outcome: 'stored', asks: FIRST },
  { name: 'ignored sources', pieces: beside('ignoreList', '[0', { unit: ',0' }, ']'), outcome: 'stored', asks: FIRST },
  { name: 'brackets that nobody closes', pieces: beside('x', { unit: '[' }), outcome: 'refused' },
  { name: 'a string that nobody closes', pieces: [`${START}"mappings":"`, { unit: 'AAAA,' }], outcome: 'refused' },
  { name: 'white space', pieces: [{ unit: ' ' }], outcome: 'refused' },
  { name: 'a first line that does not end', pieces: [")]}'", { unit: '{' }], outcome: 'refused' },
  { name: 'zero bytes', pieces: [{ unit: '\0' }], outcome: 'refused' },
  { name: 'scopes', pieces: beside('scopes', '"', { unit: 'BAA,CAA,' }, '"'), outcome: 'stored', asks: FIRST },
];

/** Legal and illegal documents of the largest size. */
export const HOSTILE_MAPS: readonly HostileMap[] = [...MEASURED, ...IMAGINED, ...HOSTILE_FUNCTION_MAPS];

const CHUNK_BYTES = 1 << 20;

/** Writes a hostile document of exactly `LIMITS.maxSourceMapBytes`, padded with white space. */
export async function writeHostileMap({ pieces }: HostileMap, file: string): Promise<void> {
  const fixed = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : 0), 0);
  const room = LIMITS.maxSourceMapBytes - fixed;
  const handle = await open(file, 'wx');
  try {
    let written = 0;
    const write = async (bytes: Buffer) => {
      await handle.write(bytes);
      written += bytes.length;
    };
    for (const piece of pieces) {
      if (typeof piece === 'string') await write(Buffer.from(piece));
      else for (const bytes of repeat(piece, Math.floor(room * (piece.share ?? 1)))) await write(bytes);
    }
    await write(Buffer.alloc(LIMITS.maxSourceMapBytes - written, ' '));
  } finally {
    await handle.close();
  }
}

function* repeat({ unit }: Repeated, room: number): Generator<Buffer> {
  const size = Buffer.byteLength(unit);
  const atOnce = Math.max(1, Math.floor(CHUNK_BYTES / size));
  const chunk = Buffer.from(unit.repeat(atOnce));
  let left = Math.floor(room / size);
  for (; left >= atOnce; left -= atOnce) yield chunk;
  yield chunk.subarray(0, left * size);
}
