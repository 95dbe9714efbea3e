import { expect, test } from '@jest/globals';
import { silentLogger, type Logger } from '@sluice/runtime';
import { failureLog } from './failureLog.js';

const FAILED = 'search failed; the next pass repeats it';

test('a part that fails is logged when it begins to, and when it succeeds again', async () => {
  expect(await logOf([['caps'], ['caps', 'quotas', 'quotas'], ['quotas'], [], []])).toEqual([
    [`${FAILED}: caps`],
    [`${FAILED}: quotas`],
    ['search succeeded again: caps'],
    ['search succeeded again: quotas'],
    [],
  ]);
});

test('a pass that fails before its parts says nothing of them', async () => {
  expect(await logOf([['caps'], undefined, ['caps'], []])).toEqual([
    [`${FAILED}: caps`],
    [],
    [],
    ['search succeeded again: caps'],
  ]);
});

/** Runs passes of which each names the parts that fail; `undefined`: the pass fails before its parts. Returns what each logs. */
async function logOf(passes: readonly (readonly string[] | undefined)[]): Promise<readonly (readonly string[])[]> {
  let lines: string[] = [];
  const add = ({ part }: { readonly part?: string }, text: string) => void lines.push(`${text}: ${part}`);
  const logged = failureLog(Object.assign(Object.create(silentLogger) as Logger, { warn: add, info: add }), 'search');
  const found: (readonly string[])[] = [];
  for (const pass of passes) {
    lines = [];
    const error = new Error('no connection');
    const run = logged((onFailure) => {
      if (pass === undefined) return Promise.reject(error);
      for (const part of pass) onFailure(part, error);
      return pass.length > 0 ? Promise.reject(error) : Promise.resolve('done');
    });
    if (pass?.length === 0) expect(await run).toBe('done');
    else await expect(run).rejects.toBe(error);
    found.push(lines);
  }
  return found;
}
