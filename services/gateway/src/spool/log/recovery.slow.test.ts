import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openSpool } from './openSpool.js';
import { MAGIC, encodeRecord } from './records.js';
import { brokenFiles } from './testing/brokenFiles.js';
import { drain, useSpools } from './testing/useSpools.js';

const spools = useSpools();
const TEXTS = ['first', 'the second', '', 'fourth, the last'];
const FILE = '000000000001.log';

const records = TEXTS.map((text) => encodeRecord(Buffer.from(text)));
/** Start positions of the records, and the end of the last one. */
const bounds = records.reduce((ends, record) => [...ends, (ends.at(-1) ?? 0) + record.length], [MAGIC.length]);
const segment = Buffer.concat([MAGIC, ...records]);

let made = 0;

/** Returns the entries that are complete in the first `length` bytes. */
const wholeIn = (length: number): string[] => TEXTS.filter((_, index) => (bounds[index + 1] ?? Infinity) <= length);

describe('recovery of a truncated segment', () => {
  test('keeps every whole entry and truncates the rest, at any byte', async () => {
    for (let length = 0; length <= segment.length; length += 1) {
      const found = await openOver({ [FILE]: segment.subarray(0, length) });
      const isWhole = length === 0 || length === MAGIC.length || bounds.includes(length);
      expect({ length, ...found }).toEqual({
        length,
        texts: wholeIn(length),
        torn: isWhole && length > 0 ? 0 : 1,
        corrupt: 0,
        aside: Buffer.alloc(0),
      });
    }
  });

  test('keeps every whole entry if the file system appended zeros', async () => {
    const cut = bounds[2] ?? 0;
    const grown = Buffer.concat([segment.subarray(0, cut), Buffer.alloc(40)]);
    expect(await openOver({ [FILE]: grown })).toMatchObject({ texts: TEXTS.slice(0, 2), torn: 1, corrupt: 0 });
  });

  test('sets the rest aside in a segment that is not the last', async () => {
    const found = await openOver({ [FILE]: segment.subarray(0, segment.length - 3), '000000000002.log': segment });
    expect(found).toMatchObject({ texts: [...TEXTS.slice(0, 3), ...TEXTS], torn: 0, corrupt: 1 });
    expect(found.aside).toEqual(segment.subarray(bounds[3], segment.length - 3));
  });
});

describe('recovery of a segment with a flipped bit', () => {
  test('keeps every entry before it and drops nothing silently, at any byte', async () => {
    for (let at = 0; at < segment.length; at += 1) {
      const flipped = Buffer.from(segment);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at);
      const found = await openOver({ [FILE]: flipped });
      const flawAt = at < MAGIC.length ? 0 : Math.max(...bounds.filter((bound) => bound <= at));
      expect({ at, ...found }).toEqual({
        at,
        texts: wholeIn(flawAt),
        torn: 0,
        corrupt: 1,
        aside: flipped.subarray(flawAt),
      });
    }
  });
});

test('a corrupt checkpoint repeats entries and loses none', async () => {
  const first = await spools.open();
  for (const text of TEXTS) await first.append(Buffer.from(text));
  await first.peek(2, 1_000);
  await first.remove(2);
  await first.close();
  const mark = path.join(spools.directory(), 'done');
  const bytes = await readFile(mark);
  // With one corrupt slot, the other one lacks at most one removal.
  for (const slot of [0, 32]) {
    const broken = Buffer.from(bytes);
    broken.writeUInt8(broken.readUInt8(slot + 20) ^ 1, slot + 20);
    await writeFile(mark, broken);
    const again = await spools.open();
    const { entries } = again.stats();
    expect([2, 4]).toContain(entries);
    await again.close();
  }
  await writeFile(mark, Buffer.alloc(64));
  expect(await drain(await spools.open())).toEqual(TEXTS);
});

type Step =
  | {
      readonly kind: 'append';
      readonly sizes: readonly number[];
      readonly failing: 'write' | 'sync' | 'open' | undefined;
    }
  | { readonly kind: 'remove'; readonly peek: number; readonly remove: number }
  | { readonly kind: 'reopen'; readonly garbage: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      sizes: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }),
      failing: fc.oneof(
        { weight: 5, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('write' as const, 'sync' as const, 'open' as const) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      peek: fc.integer({ min: 1, max: 5 }),
      remove: fc.nat({ max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), garbage: fc.nat({ max: 40 }) }) },
);

/** Runs steps on a spool and on a list. Each `reopen` is a crash with an incomplete write in the last file. */
async function play(steps: readonly Step[]): Promise<void> {
  made += 1;
  let directory = path.join(spools.directory(), String(made));
  const fileSystem = brokenFiles();
  const opened = (): ReturnType<typeof openSpool> =>
    openSpool({ directory, maxBytes: 1_000_000, segmentBytes: 100, fileSystem });
  let spool = await opened();
  const held: string[] = [];
  let number = 0;
  for (const each of steps) {
    if (each.kind === 'append') {
      const texts = each.sizes.map((size) => `${(number += 1)}:${'x'.repeat(size)}`);
      if (each.failing !== undefined) fileSystem.failures[each.failing] = 1;
      const ends = await Promise.allSettled(texts.map((text) => spool.append(Buffer.from(text))));
      if (each.failing !== undefined) fileSystem.failures[each.failing] = 0;
      held.push(...texts.filter((_, index) => ends[index]?.status === 'fulfilled'));
    } else if (each.kind === 'remove') {
      const entries = await spool.peek(each.peek, 10_000);
      expect(entries.map(({ bytes }) => bytes.toString())).toEqual(held.slice(0, entries.length));
      expect(entries.length > 0).toBe(held.length > 0);
      const count = Math.min(each.remove, entries.length);
      await spool.remove(count);
      held.splice(0, count);
    } else {
      // A copy of the current files: a killed process closes nothing.
      const copy = `${directory}-${number}-${held.length}`;
      await copyDirectory(directory, copy);
      await spool.close();
      directory = copy;
      const last = (await readdir(directory))
        .filter((name) => name.endsWith('.log'))
        .sort()
        .at(-1);
      const unfinished = encodeRecord(Buffer.alloc(100, 1)).subarray(0, each.garbage);
      if (last !== undefined) await writeFile(path.join(directory, last), unfinished, { flag: 'a' });
      spool = await opened();
    }
    expect(spool.stats()).toMatchObject({ entries: held.length, corrupt: 0 });
  }
  expect(await drain(spool)).toEqual(held);
  await spool.close();
}

async function copyDirectory(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name !== 'lock') await copyFile(path.join(from, name), path.join(to, name));
  }
}

test('after random appends, failures, removals and crashes, the spool contains what was acknowledged and not removed', async () => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`spool: FC_SEED=${seed}\n`);
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25, size: 'max' }), play), {
    numRuns: 40,
    seed,
  });
}, 60_000);

interface Opened {
  readonly texts: string[];
  readonly torn: number;
  readonly corrupt: number;
  /** Contents of the `.bad` files, in the order of their names. */
  readonly aside: Buffer;
}

/** Resolves with the records that a spool recovers from these files. */
async function openOver(fileSystem: Readonly<Record<string, Buffer>>): Promise<Opened> {
  made += 1;
  const directory = path.join(spools.directory(), String(made));
  await mkdir(directory);
  for (const [name, bytes] of Object.entries(fileSystem)) await writeFile(path.join(directory, name), bytes);
  const spool = await openSpool({ directory, maxBytes: 1_000_000 });
  const { torn, corrupt } = spool.stats();
  const texts = await drain(spool);
  await spool.close();
  const names = (await readdir(directory)).filter((name) => name.endsWith('.bad')).sort();
  const pieces = await Promise.all(names.map((name) => readFile(path.join(directory, name))));
  await rm(directory, { recursive: true });
  return { texts, torn, corrupt, aside: Buffer.concat(pieces) };
}
