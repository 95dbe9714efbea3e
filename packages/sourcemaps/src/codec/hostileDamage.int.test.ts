import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mapOf, textOf } from '../testing/edgeTable.js';
import { openCompiledMap, type OpenedMap, readsOf } from '../testing/openCompiledMap.js';
import { REAL_MAPS } from '../testing/realMaps.js';
import { type SeededRandom, seededRandom, seedOfRun } from '../testing/seededRandom.js';
import { type Probe, probesAnywhere, traceOf } from '../testing/traceOracle.js';
import { HEAD_START_BYTES } from './layout.js';
import { type ByteRange, DamagedIndexError, SourceMapIndex } from './read/sourceMapIndex.js';

const FLIPS = process.env['TEST_ORACLE'] === 'all' ? 20_000 : 600;
const random = seededRandom(seedOfRun(process.env['TEST_SEED']));
process.stdout.write(`damaged indexes: TEST_SEED=${random.seed}\n`);

const metro = textOf(
  mapOf(
    Array.from(
      { length: 30 },
      (_, line) =>
        [
          [0, 0, line, 0, line % 3],
          [9, 0, line, 9],
        ] as const,
    ),
    {
      names: ['one', 'two', 'n'.repeat(3_000)],
      sourcesContent: [Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')],
      x_facebook_sources: [[{ names: ['<global>', 'f'], mappings: 'AAA;KCG;EDI' }]],
    },
  ),
);

interface Whole {
  readonly opened: OpenedMap;
  readonly headBytes: number;
  readonly probes: readonly Probe[];
  readonly answers: string;
}

const MAPS = [
  { name: 'a map with contents', text: async () => textOfMap('glob/dist/commonjs/index.min.js.map') },
  { name: 'a map of many sources without contents', text: async () => textOfMap('ajv/dist/ajv.min.js.map') },
  { name: 'a map with names of functions and a long name', text: () => Promise.resolve(metro) },
  { name: 'an empty map', text: () => Promise.resolve('{"sources":[],"mappings":""}') },
];

describe.each(MAPS)('a damaged index of $name says so or answers right', ({ text }) => {
  let of: Whole;

  beforeAll(async () => {
    of = await whole(await text(), random);
  });

  it('where any bit of the head is turned', async () => {
    const outcomes: string[] = [];
    for (let count = 0; count < FLIPS; count += 1) {
      const at = random.below(of.headBytes);
      outcomes.push(await outcomeOf(flipped(of.opened.bytes, at, 1 << random.below(8)), of));
    }
    onlySameOrDamaged(outcomes);
    expect(counted(outcomes)['damaged']).toBeGreaterThan(FLIPS * 0.9);
  });

  it('where any byte behind the head is another one', async () => {
    const behind = of.opened.bytes.length - of.headBytes;
    const outcomes: string[] = [];
    for (let count = 0; behind > 0 && count < FLIPS; count += 1) {
      const at = of.headBytes + random.below(behind);
      outcomes.push(await outcomeOf(flipped(of.opened.bytes, at, 1 + random.below(255)), of));
    }
    onlySameOrDamaged(outcomes);
    expect((counted(outcomes)['damaged'] ?? 0) > 0).toBe(behind > 0);
  });

  it('where it ends early', async () => {
    const outcomes: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      outcomes.push(await outcomeOf(of.opened.bytes.subarray(0, random.below(of.opened.bytes.length)), of));
    }
    onlySameOrDamaged(outcomes);
  });

  it('where parts of it are zero, swapped or random', async () => {
    const outcomes: string[] = [];
    const { bytes } = of.opened;
    for (let count = 0; count < 100; count += 1) {
      const copy = Buffer.from(bytes);
      const [from, to] = [random.below(bytes.length), random.below(bytes.length)];
      const length = Math.min(1 + random.below(4096), bytes.length - Math.max(from, to));
      if (count % 3 === 0) copy.fill(0, from, from + length);
      else if (count % 3 === 1) bytes.copy(copy, to, from, from + length);
      else for (let at = from; at < from + length; at += 1) copy[at] = random.below(256);
      outcomes.push(await outcomeOf(copy, of));
    }
    onlySameOrDamaged(outcomes);
  });

  it('where whole parts are swapped', async () => {
    const right = readsOf(of.opened.bytes);
    const rotated = async (ranges: readonly ByteRange[]) => {
      const parts = await right(ranges);
      return [...parts.slice(1), ...parts.slice(0, 1)];
    };
    const index = SourceMapIndex.open(of.opened.bytes.subarray(0, of.headBytes));
    const answers = await index.lookUp(of.probes, right);
    const outcome = await index.lookUp(of.probes, rotated).catch((error: unknown) => error);
    expect(outcome instanceof DamagedIndexError ? answers : outcome).toEqual(answers);
  });

  it('where the ranges of another read come back', async () => {
    const index = SourceMapIndex.open(of.opened.bytes.subarray(0, of.headBytes));
    const wrongReads = [
      readsOf(of.opened.bytes.subarray(4)),
      () => Promise.resolve([]),
      (ranges: readonly object[]) => Promise.resolve(ranges.map(() => Buffer.alloc(0))),
      (ranges: readonly { length: number }[]) =>
        Promise.resolve(ranges.map(({ length }) => Buffer.alloc(length, 0xff))),
    ];
    for (const read of wrongReads) {
      const outcome = await index.lookUp(of.probes, read).then(
        (found) => (found.every((position) => position === null) ? 'nothing' : 'something'),
        (error: unknown) => (error instanceof DamagedIndexError ? 'damaged' : error),
      );
      expect(['nothing', 'damaged']).toContain(outcome);
    }
  });
});

describe('bytes that never were an index', () => {
  it.each([
    ['none', Buffer.alloc(0)],
    ['too few', Buffer.alloc(HEAD_START_BYTES - 1)],
    ['zeros', Buffer.alloc(4096)],
    ['ones', Buffer.alloc(4096, 0xff)],
    ['a source map', Buffer.from(metro)],
  ])('are rejected as damaged: %s', (_name, bytes) => {
    expect(() => SourceMapIndex.open(bytes)).toThrow(DamagedIndexError);
  });

  it('are rejected as damaged: a truncated or extended head', async () => {
    const { bytes, compiled } = await openCompiledMap(metro);
    const head = bytes.subarray(0, compiled.headBytes);
    expect(() => SourceMapIndex.open(head.subarray(0, HEAD_START_BYTES))).toThrow(DamagedIndexError);
    expect(() => SourceMapIndex.open(head.subarray(0, -1))).toThrow(DamagedIndexError);
  });
});

/** All that a frame can ask of an index, as text. */
async function answersOf(bytes: Buffer, headBytes: number, probes: readonly Probe[]): Promise<string> {
  const index = SourceMapIndex.open(bytes.subarray(0, headBytes));
  const read = readsOf(bytes);
  const exact = await index.lookUp(probes, read);
  const next = await index.lookUp(probes, read, 'lub');
  const mapped = exact.filter((position) => position !== null);
  const contexts = await index.contexts(mapped, 5, read);
  const functions = await index.functions(mapped, read);
  const functionNames = await index.functionNames(mapped, read);
  const lines = probes.map(({ line }) => index.hasLine(line));
  return JSON.stringify({ exact, next, contexts, functions, functionNames, lines });
}

/** `same`, `damaged`, or what else happened: of bytes that are not whole, nothing else may. */
async function outcomeOf(bytes: Buffer, whole: { headBytes: number; probes: readonly Probe[]; answers: string }) {
  try {
    const answers = await answersOf(bytes, whole.headBytes, whole.probes);
    return answers === whole.answers ? 'same' : `WRONG ANSWER ${answers.slice(0, 300)}`;
  } catch (error) {
    return error instanceof DamagedIndexError ? 'damaged' : `THREW ${String(error)}`;
  }
}

async function whole(map: string, by: SeededRandom): Promise<Whole> {
  const opened = await openCompiledMap(map);
  const { headBytes } = opened.compiled;
  const probes = probesAnywhere(traceOf(map), 60, by);
  return { opened, headBytes, probes, answers: await answersOf(opened.bytes, headBytes, probes) };
}

async function textOfMap(name: string): Promise<string> {
  const found = REAL_MAPS.find((map) => map.name === name);
  return readFile((await found?.locate('')) ?? name, 'utf8');
}

function flipped(bytes: Buffer, at: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ mask;
  return copy;
}

function counted(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function onlySameOrDamaged(outcomes: readonly string[]) {
  return expect(
    Object.keys(counted(outcomes)).filter((outcome) => outcome !== 'same' && outcome !== 'damaged'),
  ).toEqual([]);
}
