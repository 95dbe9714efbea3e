import { describe, expect, test } from '@jest/globals';
import { Appender } from './appender.js';
import { SpoolFailedError, SpoolFullError } from './errors.js';
import { nodeFileSystem, type SpoolFileSystem } from './fileSystem.js';
import type { Segment } from './segments.js';

const MAGIC_BYTES = 8;
const HEADER_BYTES = 12;
const MIB = 1_048_576;
/** Bytes of a record whose payload is one byte. */
const ONE = HEADER_BYTES + 1;
const payload = (recordBytes = ONE): Buffer => Buffer.alloc(recordBytes - HEADER_BYTES);
/** Calls that create a segment. */
const created = (seq: number): string[] => [`open ${seq} wx`, `write ${seq} 0+8`, `sync ${seq}`, 'sync directory'];
const stored = (seq: number, at: number, bytes: number): string[] => [`write ${seq} ${at}+${bytes}`, `sync ${seq}`];

describe('an append', () => {
  test('resolves after the fsync of its record, in a segment whose creation is durable', async () => {
    const { spool, segments, trace, done } = appender();
    await spool.append(payload()).then(() => trace.push('acknowledged'));
    expect(done()).toEqual([...created(1), 'segment 1', ...stored(1, MAGIC_BYTES, ONE), 'flushed', 'acknowledged']);
    await spool.append(payload());
    expect(done()).toEqual([...stored(1, MAGIC_BYTES + ONE, ONE), 'flushed']);
    expect(segments).toEqual([{ seq: 1, length: MAGIC_BYTES + 2 * ONE, removedTo: MAGIC_BYTES, entries: 2 }]);
  });

  test.each([
    ['512 records', Array<number>(600).fill(ONE), [512 * ONE, 88 * ONE]],
    ['4 MiB', Array<number>(5).fill(MIB), [4 * MIB, MIB]],
    ['one larger record', [5 * MIB, ONE, 5 * MIB], [5 * MIB, ONE, 5 * MIB]],
  ])('shares its fsync with at most %s', async (_name, records, groups) => {
    const { spool, done } = appender();
    // The first one is written alone.
    await Promise.all([ONE, ...records].map((bytes) => spool.append(payload(bytes))));
    const writes = done().filter((line) => line.startsWith('write'));
    expect(writes.slice(2).map((line) => Number(line.split('+')[1]))).toEqual(groups);
  });

  test('begins a segment when the last one is full', async () => {
    const { spool, done } = appender({ segmentBytes: MAGIC_BYTES + 2 * ONE });
    for (let appended = 0; appended < 3; appended += 1) await spool.append(payload());
    expect(done().filter((line) => !line.startsWith('sync'))).toEqual([
      'open 1 wx',
      'write 1 0+8',
      'segment 1',
      'write 1 8+13',
      'flushed',
      'write 1 21+13',
      'flushed',
      'close 1',
      'open 2 wx',
      'write 2 0+8',
      'segment 2',
      'write 2 8+13',
      'flushed',
    ]);
  });

  test('is rejected above the limit, with the appends that wait', async () => {
    const { spool } = appender({ maxBytes: 2 * ONE });
    const results = await Promise.allSettled([1, 2, 3].map(() => spool.append(payload())));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(spool.append(payload())).rejects.toThrow(SpoolFullError);
  });
});

const FAILED = 'the spool could not be written: failed: ';
const CLEANED = (seq: number, length: number): string[] => [`truncate ${seq} ${length}`, `sync ${seq}`, `close ${seq}`];

describe('a failure', () => {
  test('in a segment without entries removes it, and the next append begins another one', async () => {
    const { spool, fail, done } = appender();
    fail('write 1 8+13');
    await expect(spool.append(payload())).rejects.toThrow(SpoolFailedError);
    expect(done()).toEqual([
      ...created(1),
      'segment 1',
      'write 1 8+13',
      ...CLEANED(1, MAGIC_BYTES),
      'removed 1',
      'remove 1',
      `${FAILED}write 1 8+13`,
    ]);
    await spool.append(payload());
    expect(done()).toEqual([...created(2), 'segment 2', ...stored(2, MAGIC_BYTES, ONE), 'flushed']);
  });

  test('of an fsync keeps the entries before it and rejects the whole group', async () => {
    const { spool, segments, fail, done } = appender();
    await spool.append(payload());
    done();
    const first = spool.append(payload());
    // After that of the first one.
    fail('sync 1', 1);
    const results = await Promise.allSettled([first, spool.append(payload()), spool.append(payload())]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(done()).toEqual([
      ...stored(1, 21, ONE),
      'flushed',
      ...stored(1, 34, 2 * ONE),
      ...CLEANED(1, 34),
      `${FAILED}sync 1`,
    ]);
    expect(segments).toMatchObject([{ length: 34, entries: 2 }]);
    await spool.append(payload());
    expect(done().at(0)).toBe('open 2 wx');
  });

  test('to create a segment uses up its number', async () => {
    const { spool, fail, done } = appender();
    fail('sync directory');
    await expect(spool.append(payload())).rejects.toThrow(`${FAILED}sync directory`);
    expect(done()).toEqual([...created(1), 'close 1', 'remove 1', `${FAILED}sync directory`]);
    await spool.append(payload());
    expect(done().slice(0, 1)).toEqual(['open 2 wx']);
  });

  test('to clean up changes nothing', async () => {
    const { spool, fail } = appender();
    for (const line of ['write 1 8+13', 'truncate 1 8', 'close 1', 'remove 1']) fail(line);
    await expect(spool.append(payload())).rejects.toThrow(`${FAILED}write 1 8+13`);
    for (const line of ['sync directory', 'close 2', 'remove 2']) fail(line);
    await expect(spool.append(payload())).rejects.toThrow(`${FAILED}sync directory`);
    await expect(spool.append(payload())).resolves.toBeUndefined();
  });

  test('returns the room of the group', async () => {
    const { spool, fail } = appender({ maxBytes: ONE });
    fail('write 1 8+13');
    await expect(spool.append(payload())).rejects.toThrow(SpoolFailedError);
    await spool.append(payload());
  });
});

describe('sealing', () => {
  test('closes the active segment unless a write is in progress', async () => {
    const { spool, segments, done } = appender();
    const appended = spool.append(payload());
    await new Promise(setImmediate);
    await appended;
    const [segment] = segments;
    if (segment === undefined) throw new Error('no segment');
    expect(await spool.seal({ ...segment })).toBe(true);
    const next = spool.append(payload());
    done();
    expect(await spool.seal(segment)).toBe(false);
    await next;
    expect(done()).not.toContain('close 1');
    expect(await spool.seal(segment)).toBe(true);
    expect(done()).toEqual(['close 1']);
    await spool.append(payload());
    expect(done().at(0)).toBe('open 2 wx');
  });
});

describe('closing', () => {
  test('finishes pending appends, closes the file, and rejects later appends', async () => {
    const { spool, done } = appender();
    const appended = spool.append(payload());
    await spool.close();
    await appended;
    expect(done().slice(-2)).toEqual(['flushed', 'close 1']);
    await expect(spool.append(payload())).rejects.toThrow('the spool is closed');
    await spool.close();
    expect(done()).toEqual([]);
  });

  test('ignores that the file cannot be closed', async () => {
    const { spool, fail } = appender();
    await spool.append(payload());
    fail('close 1');
    await expect(spool.close()).resolves.toBeUndefined();
  });
});

/** Returns an appender whose files only record calls. */
function appender({ segmentBytes = 1_000_000_000, maxBytes = 1_000_000_000 } = {}) {
  const trace: string[] = [];
  const failures = new Map<string, number>();
  const segments: Segment[] = [];
  const step = (line: string): Promise<void> => {
    trace.push(line);
    const left = failures.get(line);
    if (left === undefined) return Promise.resolve();
    if (left > 0) failures.set(line, left - 1);
    else failures.delete(line);
    return left > 0 ? Promise.resolve() : Promise.reject(new Error(`failed: ${line}`));
  };
  const seqOf = (path: string): number => Number(/(\d+)\.log$/.exec(path)?.[1]);
  const fileSystem: SpoolFileSystem = {
    ...nodeFileSystem,
    syncDirectory: () => step('sync directory'),
    open: async (path, flags) => {
      const seq = seqOf(path);
      await step(`open ${seq} ${flags}`);
      return {
        write: (bytes, position) => step(`write ${seq} ${position}+${bytes.length}`),
        sync: () => step(`sync ${seq}`),
        truncate: (length) => step(`truncate ${seq} ${length}`),
        close: () => step(`close ${seq}`),
      };
    },
    remove: (path) => step(`remove ${seqOf(path)}`),
  };
  const spool = new Appender({
    directory: { directory: '/spool', fileSystem },
    firstSeq: 1,
    segmentBytes,
    maxBytes,
    heldBytes: () => segments.reduce((sum, { length }) => sum + length - MAGIC_BYTES, 0),
    onSegment: (segment) => {
      segments.push(segment);
      trace.push(`segment ${segment.seq}`);
    },
    onRemoved: ({ seq }) => trace.push(`removed ${seq}`),
    onFlushed: () => trace.push('flushed'),
    onFailed: ({ message }) => trace.push(message),
  });
  /** Returns the calls since the previous one. */
  const done = (): string[] => trace.splice(0);
  /** Makes a call fail once, after `after` successful ones. */
  const fail = (line: string, after = 0): void => void failures.set(line, after);
  return { spool, segments, fail, trace, done };
}
