import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { enrichEvent } from '@sluice/enrichment';
import { toLogRow } from './toLogRow.js';

const ID = '01890000-0000-8000-8000-000000000000';

describe('a log’s row (protocol 2.8)', () => {
  test.each<[string, Readonly<Record<string, Json>>, object]>([
    ['nothing said: level info, no message', {}, { level: 'info', message: '', attributes: null }],
    [
      'what was said',
      { level: 'warn', message: 'm', attributes: { a: 1 } },
      { level: 'warning', message: 'm', attributes: '{"a":1}' },
    ],
    ['a level of another vocabulary as sent', { level: 'notice' }, { level: 'notice' }],
    ['a level that is no text', { level: {} }, { level: 'info' }],
    ['a message that is no text is its JSON', { message: { a: 1 } }, { message: '{"a":1}' }],
    ['attributes that are no object are none', { attributes: [1] }, { attributes: null }],
    ['a message is cut to 8,192', { message: 'x'.repeat(9_000) }, { message: `${'x'.repeat(8_191)}…` }],
  ])('is made from the payload: %s', (_name, payload, expected) => {
    expect(rowOf(payload)).toMatchObject(expected);
  });
});

function rowOf(payload: Readonly<Record<string, Json>>) {
  return toLogRow(enrichEvent({ type: 'log', timestamp: '2026-01-02', payload }, ID, { ip: '', agent: '' }), {
    projectId: '7',
    arrivalMs: 0,
  });
}
