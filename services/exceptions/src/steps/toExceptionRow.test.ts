import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { enrichEvent } from '@sluice/enrichment';
import { readDetails } from './readDetails.js';
import { toExceptionRow } from './toExceptionRow.js';

const ID = '01890000-0000-8000-8000-000000000000';

describe('an exception’s row (protocol 2.8)', () => {
  test.each<[string, Readonly<Record<string, Json>>, object]>([
    [
      'nothing said: an Error without message',
      {},
      { type: 'Error', message: '', level: 'error', handled: null, payload: '{}' },
    ],
    [
      'what was said',
      { type: 'TypeError', message: 'm', level: 'fatal', handled: false },
      { type: 'TypeError', message: 'm', level: 'fatal', handled: false },
    ],
    ['no breadcrumbs cost nothing', { breadcrumbs: null }, { payload: '{}', breadcrumbs: null }],
    ['an unknown level becomes error', { level: 'debug' }, { level: 'error' }],
    ['handled that is no boolean is not known', { handled: 'yes' }, { handled: null }],
    [
      'platform, frames, stack, cause, breadcrumbs and fingerprint are kept as sent',
      {
        stack: 'at a',
        platform: 'python',
        frames: [{ file: 'a.js', x: 1, module: 'm', vars: { a: '1' } }],
        cause: { type: 'X' },
        breadcrumbs: [1],
        fingerprint: ['f'],
        other: 1,
        message: 'm',
      },
      {
        payload:
          '{"platform":"python","frames":[{"file":"a.js","x":1,"module":"m","vars":{"a":"1"}}],"stack":"at a",' +
          '"cause":{"type":"X"},"fingerprint":["f"]}',
        breadcrumbs: '[1]',
      },
    ],
  ])('is made from the payload: %s', (_name, payload, expected) => {
    expect(rowOf(payload)).toMatchObject(expected);
  });

  test('its release is in the column and no longer in the contexts (protocol 2.2)', () => {
    const row = rowOf({}, { release: '1.2', environment: 'prod' });
    expect(row).toMatchObject({ release: '1.2', environment: 'prod' });
    expect(JSON.parse(row.contexts ?? '')).toEqual({ environment: 'prod', 'user.agent': '' });
  });
});

function rowOf(payload: Readonly<Record<string, Json>>, contexts: Json = {}) {
  const sent = { type: 'exception', timestamp: '2026-01-02', contexts, payload } as const;
  const event = enrichEvent(sent, ID, { ip: '', agent: '' });
  return toExceptionRow(event, { projectId: '7', arrivalMs: 0 }, readDetails(event));
}
