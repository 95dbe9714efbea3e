import { describe, expect, test } from '@jest/globals';
import { silentLogger, type Logger } from '@sluice/runtime';
import { createLookUp, type LookUp } from './lookUp.js';

type LookUpStep = () => Promise<readonly undefined[]>;

const ROWS = [{}] as unknown as Parameters<LookUp<'logs', undefined>>[0];
const never = (): ReturnType<LookUpStep> => new Promise(() => undefined);
const fails = (): ReturnType<LookUpStep> => Promise.reject(new Error('away'));

describe('the lookup before a write batch', () => {
  test.each<[string, LookUpStep]>([
    ['hangs', never],
    ['rejects', fails],
    [
      'throws',
      () => {
        throw new Error('ours');
      },
    ],
  ])('that %s is counted, and the batch continues without it', async (_name, lookUp) => {
    const rig = rigOf(lookUp);
    await rig.run(ROWS);
    expect(rig.counted()).toBe(1);
  });

  test('gets its timeout as an argument', async () => {
    const timeouts: number[] = [];
    const run = createLookUp<'logs', undefined>({
      definition: { lookUp: (_rows, withinMs) => Promise.resolve([void timeouts.push(withinMs)]) },
      timeoutMs: 70,
      metrics: { countLookUpFailure: () => undefined },
      logger: silentLogger,
    });
    await run(ROWS);
    expect(timeouts).toEqual([70]);
  });

  test('is skipped without rows, and without a lookup in the definition', async () => {
    const rigs = [rigOf(fails), rigOf(undefined)];
    await rigs[0]?.run([]);
    await rigs[1]?.run(ROWS);
    expect(rigs.map(({ counted }) => counted())).toEqual([0, 0]);
  });

  test('logs one line when it begins to fail and one when it works again', async () => {
    const outcomes = [true, false, false, true, true, false];
    const rig = rigOf(() => (outcomes.shift() === true ? Promise.resolve([undefined]) : fails()));
    while (outcomes.length > 0) await rig.run(ROWS);
    expect(rig.counted()).toBe(3);
    const [failing, again] = ['pre-write lookup failed; storing without it', 'pre-write lookups work again'];
    expect(rig.lines).toEqual([failing, again, failing]);
  });
});

interface Rig {
  readonly run: LookUp<'logs', undefined>;
  readonly lines: readonly string[];
  readonly counted: () => number;
}

function rigOf(lookUp: LookUpStep | undefined, withinMs = 20): Rig {
  const lines: string[] = [];
  let count = 0;
  const logger = {
    warn: (_details: unknown, line: string) => lines.push(line),
    info: (line: string) => lines.push(line),
  } as unknown as Logger;
  const run = createLookUp<'logs', undefined>({
    definition: lookUp === undefined ? {} : { lookUp },
    timeoutMs: withinMs,
    metrics: { countLookUpFailure: () => (count += 1) },
    logger,
  });
  return { run, lines, counted: () => count };
}
