import { expect, jest, test } from '@jest/globals';
import { waitFor, useDatabase } from '@sluice/testkit';
import { getEventListeners } from 'node:events';
import { listenForChanges } from './listenForChanges.js';

const database = useDatabase();
const other = useDatabase();

test('changes of one transaction are announced once for each project, when it is committed', async () => {
  const { heard, stop } = listen(database.url);
  await waitFor(() => heard.includes('listening'));
  const insert = `insert into sourcemaps (project_id, release, filename_hash, filename, id, size, digest, index_id, original_id,
      index_bytes, format, segments, sources, has_contents, problems, head)
    select p, '1', int4send(n), 'a', gen_random_uuid(), 1, '', gen_random_uuid(), gen_random_uuid(), 1, 1, 1, 1, false, '[]', ''
    from generate_series(7, 8) p, generate_series(1, 50) n`;
  await database.db.pool.query(insert);
  await waitFor(() => heard.length >= 3);
  await database.db.pool.query('delete from sourcemaps where project_id = 8');
  await waitFor(() => heard.length >= 4);
  await stop();
  expect(heard.toSorted()).toEqual(['7', '8', '8', 'listening']);
});

test('a connection on which the probe does not arrive is reported', async () => {
  const { heard, stop } = listen(other.url, 100);
  await waitFor(() => heard.length > 0);
  await stop();
  expect(heard).toEqual(['unheard']);
});

test('an address on which nothing listens is tried again until the stop', async () => {
  const { heard, stop } = listen('postgres://127.0.0.1:1/none');
  await waitFor(() => heard.length >= 2);
  await stop();
  expect(new Set(heard)).toEqual(new Set(['lost']));
});

test('further attempts add no listeners to those of the first', async () => {
  const listened = jest.spyOn(AbortSignal.prototype, 'addEventListener');
  const { heard, stop } = listen('postgres://127.0.0.1:1/none');
  await waitFor(() => heard.length >= 3);
  const signals = new Set(listened.mock.contexts as readonly AbortSignal[]);
  const counts = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
  listened.mockRestore();
  await stop();
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
});

function listen(url: string, heardMs?: number) {
  const heard: string[] = [];
  const hints = {
    onChange: (projectId: string) => heard.push(projectId),
    onListening: () => heard.push('listening'),
    onSilent: (reason: string) => heard.push(reason),
  };
  return {
    heard,
    ...listenForChanges(database.db, 'sluice_sourcemaps', hints, {
      url,
      ...(heardMs === undefined ? {} : { heardMs }),
    }),
  };
}
