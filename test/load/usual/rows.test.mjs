import { expect, test } from '@jest/globals';
import { eventsOf, MIX } from '../endToEnd/events.mjs';
import { rowOf } from './rows.mjs';

test('each type has a table, and all required columns are present', () => {
  const rows = eventsOf(MIX).map((event) => rowOf({ id: 'i', projectId: '1', event }));
  expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(['exceptions', 'logs', 'spans', 'hits', 'replays']));
  for (const { columns } of rows)
    expect(columns).toMatchObject({ id: 'i', project_id: '1', environment: 'production' });
  const span = rows.find(({ table }) => table === 'spans').columns;
  expect(span.trace_id).toBe(eventsOf(['span'])[0].payload.traceId);
  expect(rows.find(({ table }) => table === 'exceptions').columns.hash).toMatch(/^[0-9a-f]{32}$/);
});
