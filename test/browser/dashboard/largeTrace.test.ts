import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sendStored } from '../../e2e/support/sendStored.js';
import { spanEvent } from '../../e2e/support/spans.js';
import { setProject, settingsInForce } from '../../e2e/support/tenant.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

const SPANS = 100_000;
const BATCH = 1_000;
/** Levels of a branch: every span is the child of the one before it, up to the next branch. */
const LEVELS = 100;

/** Pixels of a row. */
const ROW = 26;
/** The most rows that may be in the document. */
const MOST_ROWS = 200;

const uuidOf = (index: number): string => (index + 1).toString(16).padStart(16, '0');

/** Puts a row at the top of the view, or as near as the end permits. */
const scrollTo = (row: number): string => `document.querySelector('[role=tree]').scrollTop = ${row * ROW}`;

/** Whether the first and the last row in view are in the document. */
const IS_SHOWN = `(() => {
  const tree = document.querySelector('[role=tree]');
  const first = Math.floor(tree.scrollTop / ${ROW});
  const last = Math.ceil((tree.scrollTop + tree.clientHeight) / ${ROW}) - 1;
  return [first, last].every((row) => document.querySelector('[role=treeitem][id$="-' + row + '"]') !== null);
})()`;

/** The rows in the document by position, each with the level and the text of its name. */
const ROWS = `[...document.querySelectorAll('[role=treeitem]')]
  .map((row) => [Number(row.id.split('-').at(-1)), Number(row.ariaLevel), row.querySelector('[title^=span]').textContent])
  .sort(([a], [b]) => a - b)`;

type Row = readonly [position: number, level: number, name: string];

describeDashboard('a trace of a hundred thousand spans', (dashboard) => {
  test('is complete, and has a bounded number of rows in the document', async () => {
    const { page, project, at, open } = await openTenant(dashboard, 'viewer');
    const { system } = dashboard;
    await setProject(system, project, { spikeProtection: false });
    await settingsInForce();
    const traceId = randomBytes(16).toString('hex');
    for (let first = 0; first < SPANS; first += 10 * BATCH) {
      const batches = Array.from({ length: 10 }, (_, batch) =>
        Array.from({ length: BATCH }, (_unused, index) => spanAt(traceId, first + batch * BATCH + index)),
      );
      await sendStored(system, project, ...batches);
    }
    await open(at(`traces/${traceId}`));
    const height = `document.querySelector('[role=tree]')?.scrollHeight === ${SPANS * ROW}`;
    await waitFor(() => page.evaluate<boolean>(height), { what: 'all spans to be loaded', timeoutMs: 60_000 });
    for (const row of [0, 1, 20, 700, 50_000, 49_995, 99_000, SPANS, 12_345, 0]) {
      await page.evaluate(scrollTo(row));
      await waitFor(() => page.evaluate<boolean>(IS_SHOWN), { what: `row ${row}` });
      const rows = await page.evaluate<readonly Row[]>(ROWS);
      expect(rows.length).toBeLessThanOrEqual(MOST_ROWS);
      expect(rows).toEqual(expectedRows(rows[0]?.[0] ?? 0, rows.length));
    }
    await page.context().close();
  }, 240_000);
});

/** A root with branches below it. The tree in the order of its rows is the order of the spans. */
function spanAt(traceId: string, index: number) {
  return spanEvent({
    traceId,
    uuid: uuidOf(index),
    name: `span ${index}`,
    startMs: index,
    lengthMs: SPANS - index,
    ...(index === 0 ? {} : { parentId: uuidOf(index % LEVELS === 1 ? 0 : index - 1) }),
  });
}

/** What the rows from a position on must be. */
function expectedRows(first: number, count: number): readonly Row[] {
  return Array.from({ length: count }, (_, index) => first + index).map((position) => [
    position,
    position === 0 ? 1 : ((position - 1) % LEVELS) + 2,
    `span ${position}`,
  ]);
}
