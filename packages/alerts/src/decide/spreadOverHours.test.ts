import { expect, test } from '@jest/globals';
import { spreadOverHours } from './spreadOverHours.js';

const at = (time: string): number => Date.parse(`2026-03-02T${time}:00.000Z`);
const budget = { limit: 2, granted: new Map<number, number>(), quietHours: null, nowMs: at('10:20') };

test('the hourly limit is due now, and the next hours at their begin', () => {
  expect(spreadOverHours(5, budget)).toEqual([at('10:20'), at('10:20'), at('11:00'), at('11:00'), at('12:00')]);
});

test('what hours have granted already is not granted again', () => {
  const granted = new Map([
    [at('10:00'), 1],
    [at('11:00'), 2],
  ]);
  expect(spreadOverHours(2, { ...budget, granted })).toEqual([at('10:20'), at('12:00')]);
});

test('no time is in quiet hours', () => {
  const quietHours = { timeZone: 'UTC', from: '10:00', to: '14:30' };
  expect(spreadOverHours(3, { ...budget, quietHours })).toEqual([at('14:30'), at('14:30'), at('15:00')]);
});
