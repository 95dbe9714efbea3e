import { expect, test } from '@jest/globals';
import { settingLabel } from './settingLabels';

test.each([
  ['filters.messages', 'Filter of messages'],
  ['sampleRates.log', 'Sample rate of logs'],
  ['eventsPerHour', 'Events per hour'],
  ['newSetting', 'newSetting'],
])('%s is called %s', (name, label) => {
  expect(settingLabel(name)).toBe(label);
});
