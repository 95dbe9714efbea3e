import { expect, test } from '@jest/globals';
import { describeQuiet } from './describeQuiet';

const hours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };

test('quiet hours name their days unless they are on every day', () => {
  expect(describeQuiet(null)).toBeUndefined();
  expect(describeQuiet(hours)).toBe('quiet 22:00–07:00 Europe/Berlin');
  expect(describeQuiet({ ...hours, days: [1, 2, 3, 4, 5, 6, 7] })).toBe('quiet 22:00–07:00 Europe/Berlin');
  expect(describeQuiet({ ...hours, days: [6, 7] })).toBe('quiet 22:00–07:00 Europe/Berlin, Sat and Sun');
});
