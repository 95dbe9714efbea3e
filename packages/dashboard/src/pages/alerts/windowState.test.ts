import { describe, expect, test } from '@jest/globals';
import { maintenanceEnd, windowState } from './windowState';

const window = { from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T12:00:00.000Z' };

test.each([
  ['planned', '2026-03-01T09:59:59.999Z'],
  ['active', '2026-03-01T10:00:00.000Z'],
  ['active', '2026-03-01T11:59:59.999Z'],
  ['over', '2026-03-01T12:00:00.000Z'],
])('a window from 10 to 12 is %s at %s', (state, at) => {
  expect(windowState(window, Date.parse(at))).toBe(state);
});

describe('the maintenance of a project', () => {
  const ofShop = { ...window, project: 'shop' };
  const ofAll = { from: '2026-03-01T11:00:00.000Z', to: '2026-03-01T13:00:00.000Z', project: null };
  const endAt = (hour: number, project = 'shop') =>
    maintenanceEnd([ofShop, ofAll], project, Date.parse(`2026-03-01T${hour}:30:00.000Z`))?.toISOString();

  test('ends with its last open window', () => {
    expect([10, 11, 12].map((hour) => endAt(hour))).toEqual([ofShop.to, ofAll.to, ofAll.to]);
  });

  test('is none before, afterwards, or if the windows are those of another project', () => {
    expect([endAt(13), endAt(10, 'web')]).toEqual([undefined, undefined]);
    expect(maintenanceEnd([ofShop], 'shop', Date.parse('2026-03-01T09:00:00.000Z'))).toBeUndefined();
  });
});
