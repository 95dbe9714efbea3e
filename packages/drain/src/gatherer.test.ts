import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createGatherer, type GatherLimits, type Gatherer } from './gatherer.js';

interface Piece {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

const LIMITS: GatherLimits = {
  minRows: 10,
  maxRows: 20,
  maxBytes: 1_000,
  enoughPieces: 5,
  maxWaitMs: 50,
  writers: 1,
};

interface Open {
  readonly names: string;
  readonly commit: () => void;
  readonly fail: (error: Error) => void;
}

interface Rig {
  readonly gatherer: Gatherer<Piece>;
  /** Since the set-up. */
  readonly writes: Open[];
}

/** A gatherer that has written nothing yet. */
function quiet(limits: Partial<GatherLimits> = {}): Rig {
  const writes: Open[] = [];
  const gatherer = createGatherer<Piece>({ ...LIMITS, ...limits }, (pieces) => {
    const names = pieces.map(({ name }) => name).join('');
    return new Promise((resolve, reject) => writes.push({ names, commit: resolve, fail: reject }));
  });
  return { gatherer, writes };
}

/** A gatherer whose last write, which is done, held more than one piece. */
async function busy(limits: Partial<GatherLimits> = {}): Promise<Rig> {
  const rig = quiet(limits);
  for (const name of ['x', 'y', 'z']) void rig.gatherer.add(piece(name));
  for (const expected of ['x', 'yz']) {
    const [write] = rig.writes.splice(0);
    expect(write?.names).toBe(expected);
    write?.commit();
    await jest.advanceTimersByTimeAsync(0);
  }
  return rig;
}

const piece = (name: string, rows = 1, bytes = 1): Piece => ({ name, rows, bytes });
const names = (writes: readonly Open[]): readonly string[] => writes.map((write) => write.names);

describe('work is gathered', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('not at all where nothing else is there', async () => {
    const { gatherer, writes } = quiet({ writers: 2 });
    void gatherer.add(piece('a'));
    void gatherer.add(piece('b'));
    expect(names(writes)).toEqual(['a']);
    writes[0]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    expect(names(writes)).toEqual(['a', 'b']);
    writes[1]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    void gatherer.add(piece('c'));
    expect(names(writes)).toEqual(['a', 'b', 'c']);
  });

  test('until it has enough rows', async () => {
    const { gatherer, writes } = await busy();
    void gatherer.add(piece('a', 9));
    expect(names(writes)).toEqual([]);
    void gatherer.add(piece('b', 1));
    expect(names(writes)).toEqual(['ab']);
  });

  test('or enough bytes', async () => {
    const { gatherer, writes } = await busy();
    void gatherer.add(piece('a', 1, 999));
    expect(names(writes)).toEqual([]);
    void gatherer.add(piece('b', 1, 1));
    expect(names(writes)).toEqual(['ab']);
  });

  test('or enough pieces', async () => {
    const { gatherer, writes } = await busy();
    for (const name of ['a', 'b', 'c', 'd']) void gatherer.add(piece(name));
    expect(names(writes)).toEqual([]);
    void gatherer.add(piece('e'));
    expect(names(writes)).toEqual(['abcde']);
  });

  test('or until its first piece has waited long enough; one that waited in vain is the last that waits', async () => {
    const { gatherer, writes } = await busy();
    void gatherer.add(piece('a'));
    jest.advanceTimersByTime(49);
    void gatherer.add(piece('b'));
    expect(names(writes)).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(names(writes)).toEqual(['ab']);
    writes[0]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    void gatherer.add(piece('c'));
    await jest.advanceTimersByTimeAsync(50);
    writes[1]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    void gatherer.add(piece('d'));
    expect(names(writes)).toEqual(['ab', 'c', 'd']);
  });

  test('and goes on gathering while all writers are busy, up to the most a write may hold', async () => {
    const { gatherer, writes } = quiet();
    void gatherer.add(piece('a', 10));
    for (const name of ['b', 'c', 'd']) void gatherer.add(piece(name, 9));
    jest.advanceTimersByTime(1_000);
    expect(names(writes)).toEqual(['a']);
    writes[0]?.commit();
    await jest.advanceTimersByTimeAsync(0);
    expect(names(writes)).toEqual(['a', 'bc']);
  });

  test('with two writers two loads are under way', () => {
    const { gatherer, writes } = quiet({ writers: 2 });
    for (const name of ['a', 'b', 'c']) void gatherer.add(piece(name, 10));
    expect(names(writes)).toEqual(['a', 'b']);
  });

  test('a piece larger than a write travels alone', async () => {
    const { gatherer, writes } = quiet();
    void gatherer.add(piece('a', 500));
    void gatherer.add(piece('b', 1));
    expect(names(writes)).toEqual(['a']);
    writes[0]?.commit();
    await jest.advanceTimersByTimeAsync(50);
    expect(names(writes)).toEqual(['a', 'b']);
  });

  test('a piece settles as its write does', async () => {
    const { gatherer, writes } = quiet();
    const [first, second] = [gatherer.add(piece('a', 10)), gatherer.add(piece('b', 10))];
    const refused = expect(second).rejects.toThrow('away');
    writes[0]?.commit();
    await expect(first).resolves.toBeUndefined();
    writes[1]?.fail(new Error('away'));
    await refused;
  });

  test('in a hurry nothing waits for company', async () => {
    const { gatherer, writes } = await busy({ writers: 3 });
    void gatherer.add(piece('a'));
    expect(names(writes)).toEqual([]);
    gatherer.hurry();
    void gatherer.add(piece('b'));
    expect(names(writes)).toEqual(['a', 'b']);
  });
});
