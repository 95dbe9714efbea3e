import { describe, expect, test } from '@jest/globals';
import { silentLogger, type Logger } from '@sluice/runtime';
import { createLookUp, type LookUp } from './lookUp.js';

type LookUpStep = () => Promise<void>;

interface Rig {
  readonly run: LookUp<'logs'>;
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
  const run = createLookUp<'logs'>({
    definition: lookUp === undefined ? {} : { lookUp },
    timeoutMs: withinMs,
    metrics: { countLookUpFailure: () => (count += 1) },
    logger,
  });
  return { run, lines, counted: () => count };
}

const ROWS = [{}] as unknown as Parameters<LookUp<'logs'>>[0];
const never = (): Promise<void> => new Promise(() => undefined);
const fails = (): Promise<void> => Promise.reject(new Error('away'));

describe('what is looked up before a load', () => {
  test.each<[string, LookUpStep]>([
    ['hangs', never],
    ['rejects', fails],
    [
      'throws',
      () => {
        throw new Error('ours');
      },
    ],
  ])('may be missing where it %s: the load goes on, and is counted', async (_name, lookUp) => {
    const rig = rigOf(lookUp);
    await rig.run(ROWS);
    expect(rig.counted()).toBe(1);
  });

  test('is waited for as long as the setting says, and no longer', async () => {
    const began = performance.now();
    await rigOf(never, 50).run(ROWS);
    expect(performance.now() - began).toBeGreaterThanOrEqual(45);
  });

  test('is told how long that is', async () => {
    const told: number[] = [];
    const run = createLookUp<'logs'>({
      definition: { lookUp: (_rows, withinMs) => Promise.resolve(void told.push(withinMs)) },
      timeoutMs: 70,
      metrics: { countLookUpFailure: () => undefined },
      logger: silentLogger,
    });
    await run(ROWS);
    expect(told).toEqual([70]);
  });

  test('is nothing where there are no rows, and where the definition has nothing to look up', async () => {
    const rigs = [rigOf(fails), rigOf(undefined)];
    await rigs[0]?.run([]);
    await rigs[1]?.run(ROWS);
    expect(rigs.map(({ counted }) => counted())).toEqual([0, 0]);
  });

  test('is a line in the log when it begins to fail, and one when it works again', async () => {
    const outcomes = [true, false, false, true, true, false];
    const rig = rigOf(() => (outcomes.shift() === true ? Promise.resolve() : fails()));
    while (outcomes.length > 0) await rig.run(ROWS);
    expect(rig.counted()).toBe(3);
    const [failing, again] = ['loads are stored without what is looked up', 'loads are looked up again'];
    expect(rig.lines).toEqual([failing, again, failing]);
  });
});
