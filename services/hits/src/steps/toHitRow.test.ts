import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { enrichEvent } from '@sluice/enrichment';
import { toHitRow } from './toHitRow.js';

const ID = '01890000-0000-8000-8000-000000000000';

describe('a hit’s row (protocol 2.8)', () => {
  test.each<[string, Readonly<Record<string, Json>>, object]>([
    ['without a name it is a page view', { url: '/a' }, { kind: 'pageview', name: null, url: '/a' }],
    ['with a name it is custom', { name: 'signup' }, { kind: 'custom', name: 'signup' }],
    ['unless it says otherwise', { name: 'home', kind: 'pageview' }, { kind: 'pageview', name: 'home' }],
    ['a custom hit needs no name', { kind: 'custom' }, { kind: 'custom', name: null }],
    ['an unknown kind counts as missing', { kind: 'click', name: 'a' }, { kind: 'custom' }],
    ['an empty name becomes null', { name: '' }, { kind: 'pageview', name: null }],
    [
      'the rest in its columns',
      { referrer: 'r', title: 't', sessionId: 5 },
      { referrer: 'r', title: 't', session_id: '5' },
    ],
    ['values of other types are none', { url: {}, title: ['x'] }, { url: null, title: null }],
    ['a name is cut to 200', { name: 'n'.repeat(300) }, { name: `${'n'.repeat(199)}…` }],
  ])('is made from the payload: %s', (_name, payload, expected) => {
    expect(rowOf(payload)).toMatchObject(expected);
  });

  test('a hash of the visitor is stored where the gateway made one', () => {
    const event = enrichEvent({ type: 'hit', timestamp: '2026-01-02', payload: {} }, ID, { ip: '', agent: '' });
    expect(toHitRow(event, { projectId: '7', arrivalMs: 0, visitor: 'hash' }).visitor).toBe('hash');
    expect(rowOf({}).visitor).toBeNull();
  });

  test('a name that is cut in its column is whole in the contexts', () => {
    expect(rowOf({ name: 'n'.repeat(300) }).contexts).toContain(`"hit.name":"${'n'.repeat(300)}"`);
    expect(rowOf({ name: 'signup' }).contexts).not.toContain('hit.name');
  });
});

function rowOf(payload: Readonly<Record<string, Json>>) {
  return toHitRow(enrichEvent({ type: 'hit', timestamp: '2026-01-02', payload }, ID, { ip: '', agent: '' }), {
    projectId: '7',
    arrivalMs: 0,
  });
}
