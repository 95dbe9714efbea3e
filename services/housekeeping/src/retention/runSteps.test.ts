import { describe, expect, test } from '@jest/globals';
import { silentLogger } from '@sluice/runtime';
import { runSteps, type Step } from './runSteps.js';

const step = (name: string, run: Step['run']): Step => ({ name, run });
const never = new AbortController().signal;

describe('the steps of retention', () => {
  test('are all run if one fails, and failures are reported at the end', async () => {
    const ran: string[] = [];
    const steps = [
      step('locked', () => Promise.reject(new Error('lock timeout'))),
      step('rows', () => Promise.resolve(ran.push('rows'))),
      step('slow', () => Promise.reject(new Error('statement timeout'))),
      step('names', () => Promise.resolve([`n${ran.push('names')}`])),
    ];
    const failed = (await runSteps(steps, silentLogger, never).catch((error: unknown) => error)) as AggregateError;
    expect(ran).toEqual(['rows', 'names']);
    expect(failed.errors.map(String)).toEqual(['Error: lock timeout', 'Error: statement timeout']);
  });

  test('report their results, if any, and end when stopped', async () => {
    const stop = new AbortController();
    const steps = [
      step('rows', () => Promise.resolve(7)),
      step('no rows', () => Promise.resolve(0)),
      step('no names', () => Promise.resolve([])),
      step('names', () => Promise.resolve(stop.abort() ?? ['a'])),
      step('late', () => Promise.resolve(1)),
    ];
    expect(await runSteps(steps, silentLogger, stop.signal)).toEqual({ rows: 7, names: ['a'] });
  });
});
