import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createBatcher, type BatcherLimits, type Batcher } from './batcher.js';

interface Piece {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

const LIMITS: BatcherLimits = {
  minRows: 10,
  maxRows: 20,
  maxBytes: 1_000,
  minItems: 5,
  lingerMs: 50,
  maxFlushes: 1,
};

interface Open {
  readonly names: string;
  readonly commit: () => void;
  readonly fail: (error: Error) => void;
}

const item = (name: string, rows = 1, bytes = 1): Piece => ({ name, rows, bytes });
const names = (writes: readonly Open[]): readonly string[] => writes.map((write) => write.names);

describe('a batcher collects items', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('unless the first item comes alone, which is written at once', async () => {
    const { batcher, writes } = quiet({ maxFlushes: 2 });
    void batcher.add(item('a'));
    void batcher.add(item('b'));
    expect(names(writes)).toEqual(['a']);
    writes[0]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    expect(names(writes)).toEqual(['a', 'b']);
    writes[1]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    void batcher.add(item('c'));
    expect(names(writes)).toEqual(['a', 'b', 'c']);
  });

  test('until it has enough rows', async () => {
    const { batcher, writes } = await busy();
    void batcher.add(item('a', 9));
    expect(names(writes)).toEqual([]);
    void batcher.add(item('b', 1));
    expect(names(writes)).toEqual(['ab']);
  });

  test('until it has enough bytes', async () => {
    const { batcher, writes } = await busy();
    void batcher.add(item('a', 1, 999));
    expect(names(writes)).toEqual([]);
    void batcher.add(item('b', 1, 1));
    expect(names(writes)).toEqual(['ab']);
  });

  test('until it has enough items', async () => {
    const { batcher, writes } = await busy();
    for (const name of ['a', 'b', 'c', 'd']) void batcher.add(item(name));
    expect(names(writes)).toEqual([]);
    void batcher.add(item('e'));
    expect(names(writes)).toEqual(['abcde']);
  });

  test('until its first item has waited for the linger time; after a flush of one item, the next does not wait', async () => {
    const { batcher, writes } = await busy();
    void batcher.add(item('a'));
    jest.advanceTimersByTime(49);
    void batcher.add(item('b'));
    expect(names(writes)).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(names(writes)).toEqual(['ab']);
    writes[0]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    void batcher.add(item('c'));
    await jest.advanceTimersByTimeAsync(50);
    writes[1]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    void batcher.add(item('d'));
    expect(names(writes)).toEqual(['ab', 'c', 'd']);
  });

  test('while all writers are busy, up to the maximum of one flush', async () => {
    const { batcher, writes } = quiet();
    void batcher.add(item('a', 10));
    for (const name of ['b', 'c', 'd']) void batcher.add(item(name, 9));
    jest.advanceTimersByTime(1_000);
    expect(names(writes)).toEqual(['a']);
    writes[0]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    expect(names(writes)).toEqual(['a', 'bc']);
  });

  test('two writers write two batches at the same time', () => {
    const { batcher, writes } = quiet({ maxFlushes: 2 });
    for (const name of ['a', 'b', 'c']) void batcher.add(item(name, 10));
    expect(names(writes)).toEqual(['a', 'b']);
  });

  test('an item larger than a write batch is written alone', async () => {
    const { batcher, writes } = quiet();
    void batcher.add(item('a', 500));
    void batcher.add(item('b', 1));
    expect(names(writes)).toEqual(['a']);
    writes[0]?.commit();
    await jest.advanceTimersByTimeAsync(50);
    expect(names(writes)).toEqual(['a', 'b']);
  });

  test('an item settles as its write does', async () => {
    const { batcher, writes } = quiet();
    const [first, second] = [batcher.add(item('a', 10)), batcher.add(item('b', 10))];
    const refused = expect(second).rejects.toThrow('away');
    writes[0]?.commit();
    await expect(first).resolves.toBeUndefined();
    writes[1]?.fail(new Error('away'));
    await refused;
  });

  test('a requested flush waits for no further items', async () => {
    const { batcher, writes } = await busy({ maxFlushes: 3 });
    void batcher.add(item('a'));
    expect(names(writes)).toEqual([]);
    batcher.flush();
    void batcher.add(item('b'));
    expect(names(writes)).toEqual(['a', 'b']);
  });
});

interface Rig {
  readonly batcher: Batcher<Piece>;
  /** Since the set-up. */
  readonly writes: Open[];
}

/** A batcher that has written nothing yet. */
function quiet(limits: Partial<BatcherLimits> = {}): Rig {
  const writes: Open[] = [];
  const batcher = createBatcher<Piece>({ ...LIMITS, ...limits }, (items) => {
    const names = items.map(({ name }) => name).join('');
    return new Promise((resolve, reject) => writes.push({ names, commit: resolve, fail: reject }));
  });
  return { batcher, writes };
}

/** A batcher whose last write, which is done, held more than one item. */
async function busy(limits: Partial<BatcherLimits> = {}): Promise<Rig> {
  const rig = quiet(limits);
  for (const name of ['x', 'y', 'z']) void rig.batcher.add(item(name));
  for (const expected of ['x', 'yz']) {
    const [write] = rig.writes.splice(0);
    expect(write?.names).toBe(expected);
    write?.commit();
    await jest.advanceTimersByTimeAsync(0);
  }
  return rig;
}
