import { describe, expect, test } from '@jest/globals';
import { liftState } from './liftState';

const HOUR = '2026-03-01T10:00:00.000Z';
const ENDS = '2026-03-01T11:00:00.000Z';
const link = { type: 'exception', hour: HOUR };

describe('the cap that a link names', () => {
  test('can be lifted in its hour, until that ends', () => {
    expect(liftState(link, caps(1_000))).toEqual({ kind: 'possible', type: 'exception', until: new Date(ENDS) });
  });

  test('is the same hour however the link writes it', () => {
    expect(liftState({ ...link, hour: '2026-03-01T11:00:00+01:00' }, caps(1_000)).kind).toBe('possible');
  });

  test('cannot be lifted in another hour, which is named', () => {
    expect(liftState({ ...link, hour: '2026-03-01T09:00:00.000Z' }, caps(1_000))).toEqual({
      kind: 'over',
      hour: { from: new Date('2026-03-01T09:00:00.000Z'), to: new Date(HOUR) },
    });
    expect(liftState({ ...link, hour: 'yesterday' }, caps(1_000))).toEqual({ kind: 'over', hour: undefined });
  });

  test('is lifted already, or there is none', () => {
    expect(liftState(link, caps(1_000, true))).toEqual({ kind: 'lifted', type: 'exception' });
    expect(liftState(link, caps(null))).toEqual({ kind: 'uncapped', type: 'exception' });
    expect(liftState({ ...link, type: 'log' }, caps(1_000))).toEqual({ kind: 'uncapped', type: 'log' });
  });

  test('is none of a type that has no cap', () => {
    expect(liftState({ ...link, type: 'session' }, caps(1_000))).toEqual({ kind: 'unknown' });
  });
});

type Caps = Parameters<typeof liftState>[1];

function caps(cap: number | null, lifted = false): Caps {
  return { hour: HOUR, endsAt: ENDS, types: [{ type: 'exception', cap, lifted }] } as unknown as Caps;
}
