import { describe, expect, test } from '@jest/globals';
import type { RouteContext } from '../routeContext.js';
import { readCursor, writeCursor } from './cursor.js';
import { pageReply } from './pageReply.js';
import { readPage } from './readPage.js';

const context = { project: { id: '7' } } as RouteContext;
const DAY = Date.UTC(2026, 0, 31);

describe('a page of a list', () => {
  test('covers all time without a range, otherwise arrivals from the start up to the end, exclusive', () => {
    const all = readPage({ limit: 50 }, 'logs', context);
    expect(all).toMatchObject({ limit: 50, fromMs: 0, after: undefined });
    expect(all.toMs).toBeGreaterThan(DAY);
    const query = { limit: 1, from: '2026-01-31', to: '2026-01-31T01:00:00+01:00' };
    expect(readPage(query, 'logs', context)).toMatchObject({ fromMs: DAY, toMs: DAY });
  });

  test.each(['now', '2026-02-30', '1700000000', '2026-01-31 10:00'])('from=%s is refused', (from) => {
    expect(() => readPage({ limit: 1, from }, 'logs', context)).toThrow('from must be an ISO 8601 timestamp');
  });

  test('names the next one, which is read back as it was', () => {
    const page = { rows: [1, 2], next: 'somewhere ✓', scannedToMs: DAY };
    const { body } = pageReply(page, 'logs', context, (row) => ({ row }));
    const { data, next, scannedTo } = body as { data: unknown; next: string; scannedTo: string };
    expect([data, scannedTo]).toEqual([[{ row: 1 }, { row: 2 }], '2026-01-31T00:00:00.000Z']);
    expect(next).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(readPage({ limit: 1, cursor: next }, 'logs', context).after).toBe('somewhere ✓');
  });

  test('at the end there is no next', () => {
    const page = { rows: [], next: undefined, scannedToMs: undefined };
    expect(pageReply(page, 'logs', context, String).body).toEqual({ data: [], next: null, scannedTo: null });
  });
});

describe('a cursor', () => {
  const place = { owner: '7', list: 'logs', after: 'x' };
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('of another project is not there, whatever list it is of', () => {
    for (const list of ['logs', 'spans']) {
      expect(() => readCursor(writeCursor({ ...place, owner: '8', list }), place)).toThrow(
        expect.objectContaining({ status: 404 }),
      );
    }
  });

  test.each([
    ['of another list', writeCursor({ ...place, list: 'spans' })],
    ['that is empty', ''],
    ['that is not base64url', 'ab+/'],
    ...['x', 'xx', 'xxx', '='].map((more) => [`with ${more} at its end`, `${writeCursor(place)}${more}`]),
    ['that is not JSON', Buffer.from('{').toString('base64url')],
    ['that is not a list', encoded({ owner: '7' })],
    ['that is too short', encoded(['7', 'logs'])],
    ['that is too long', encoded(['7', 'logs', 'x', 'y'])],
    ['with a number', encoded([7, 'logs', 'x'])],
  ])('%s is refused with 400 bad_cursor', (_name, cursor) => {
    expect(() => readCursor(cursor, place)).toThrow(expect.objectContaining({ status: 400, code: 'bad_cursor' }));
  });
});
