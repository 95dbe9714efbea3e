// A drain into a table, and then `\copy` of the same rows into that very table: ids a little later, so that both append to the same
// partition, and traces of other names, so that both go to new places of an index.
import { setTimeout as delay } from 'node:timers/promises';
import { copyRows, exportRows } from '../drain/copy.mjs';
import { drainOnce, fillQueue } from '../drain/drainOnce.mjs';

const MS_OF_ID = `('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint`;
const shifted = (ms) => `(lpad(to_hex(${MS_OF_ID} + ${ms}), 12, '0') || right(replace(id::text, '-', ''), 20))::uuid`;

/** @returns {Promise<{ worker: object, copy: object, ratio: number }>} of `rows` spans */
export async function drainAndCopy(backend, generator, rows) {
  const { lowestIdAt } = await import('../../../packages/contract/dist/index.js');
  const fromMs = Date.now();
  const sinceId = lowestIdAt(fromMs);
  await fillQueue(generator, rows);
  const lengthMs = Date.now() - fromMs + 1;
  const worker = await drainOnce(backend, 'spans', { sinceId });
  const replaced = { id: shifted(lengthMs), trace_id: `trace_id || 'c'` };
  const exported = await exportRows(backend.db, { table: 'spans', where: `id >= '${sinceId}'`, replaced });
  const copy = await copyRows(backend, 'spans', exported);
  await exported.remove();
  if (copy.rows !== worker.rows) throw new Error(`${worker.rows} rows were stored, ${copy.rows} copied`);
  // The next one's ids must be above these.
  await delay(Math.max(0, fromMs + 2 * lengthMs + 1 - Date.now()));
  return { worker, copy, ratio: worker.perSecond / copy.perSecond };
}
