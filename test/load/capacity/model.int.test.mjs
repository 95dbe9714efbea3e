import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';

const root = new URL('../../../', import.meta.url);
const load = (file) => import(`../../../${file}`);
const readText = (file) => readFile(new URL(file, root), 'utf8');
const readResult = async (part) => JSON.parse(await readText(`test/load/results/${part}.json`));

describe('the model of `sluice plan` agrees with the services about', () => {
  let assumed;
  beforeAll(async () => {
    assumed = (await load('packages/cli/src/plan/predictWork.js')).ASSUMED;
  });

  test('how a gateway collects requests into a publish', async () => {
    const { ENOUGH_BATCHES } = await load('packages/queues/src/publishing/groupCommit.js');
    const { DEFAULT_GATEWAY_CONFIG } = await load('services/gateway/src/config.js');
    expect(assumed.publish).toMatchObject({
      enough: ENOUGH_BATCHES,
      commits: 1,
      lingerSeconds: DEFAULT_GATEWAY_CONFIG.publishLingerMs / 1_000,
    });
  });

  test('how a worker collects jobs into a write batch', async () => {
    const { DEFAULT_WORKER_CONFIG } = await load('packages/drain/src/config.js');
    const { lingerMs, transactions, minRows } = DEFAULT_WORKER_CONFIG;
    expect([assumed.write.lingerSeconds, assumed.write.commits, assumed.enoughRows]).toEqual([
      lingerMs / 1_000,
      transactions,
      minRows,
    ]);
  });

  test('how many jobs a worker of each type holds', async () => {
    const { maxActiveJobs } = await load('packages/drain/src/definition.js');
    const { DEFAULT_WORKER_CONFIG } = await load('packages/drain/src/config.js');
    for (const [type, jobs] of Object.entries(assumed.jobs)) {
      const files = (await readdir(new URL(`services/${type}s/src/`, root))).filter((file) => file.endsWith('.ts'));
      const texts = await Promise.all(files.map((file) => readText(`services/${type}s/src/${file}`)));
      const [, own] = /^ {2}jobs: (\d+),$/m.exec(texts.join('\n')) ?? [];
      expect([type, jobs]).toEqual([type, maxActiveJobs(DEFAULT_WORKER_CONFIG, own ? { jobs: Number(own) } : {})]);
    }
  });

  test('how many events a job has at most', async () => {
    const { chunkParts } = await load('packages/queues/src/jobs/chunkParts.js');
    const partsOf = (count) => Array(count).fill({ type: 'hit', events: 1, pieces: [], bytes: 0 });
    expect(chunkParts(partsOf(assumed.mostRows))).toHaveLength(1);
    expect(chunkParts(partsOf(assumed.mostRows + 1))).toHaveLength(2);
  });
});

test('the bytes of events are those of the benchmarks footprint and drain', async () => {
  const { BYTES } = await load('packages/cli/src/plan/measured.js');
  const [footprint, drain] = [await readResult('footprint'), await readResult('drain')];
  const ofType = (rows, type) => rows.find((row) => row.type === type);
  for (const [type, bytes] of Object.entries(BYTES)) {
    const disk = ofType(footprint.disk, type);
    expect([type, bytes.queued, bytes.stored, bytes.log]).toEqual([
      type,
      Math.round(ofType(footprint.queued, type).memoryBytes),
      Math.round(disk.ownBytes + disk.otherBytes),
      Math.round(drain.results[`${type}s`].worker.walBytesPerRow),
    ]);
    // Of another generator of events, so it is near and not equal.
    expect(Math.abs(bytes.sent / disk.wireBytes - 1)).toBeLessThan(0.1);
  }
});

test('the costs of Citus are those of the benchmark citus', async () => {
  const { CITUS } = await load('packages/cli/src/plan/measured.js');
  const { results } = await readResult('citus');
  const [plain, two] = [0, 2].map((count) => results.find(({ nodes }) => nodes === count).cpuMicrosPerRow);
  expect(CITUS).toEqual({ plain: plain.database, coordinator: two.coordinator, nodes: two.nodes });
});

describe('docs/capacity.md shows the last benchmark', () => {
  /** Returns the cells of the table whose first header begins with `title` and whose second is `second`. */
  const tableOf = (text, title, second) => {
    const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const start = rows.findIndex((row) => row[1]?.startsWith(title) && row[2] === second);
    const length = rows.slice(start).findIndex((row) => row.length === 1);
    return rows.slice(start + 2, start + length).map((row) => row.slice(1, -1));
  };
  /** Whether a cell shows a value, rounded; an empty cell shows none. */
  const shows = (cell, value) =>
    value === undefined ? cell === '' : Math.abs(Number(cell.replace(',', '')) - value) <= value * 0.005;

  test('with its costs', async () => {
    const [text, { costs }] = [await readText('docs/capacity.md'), await readResult('capacity')];
    const units = ['process', 'shard', 'request', 'publish', 'job', 'write', 'part'];
    const rows = tableOf(text, 'µs of CPU time', 'gateway').map((row) => row.slice(1));
    const services = ['gateway', 'redis', 'worker', 'postgres'];
    const expected = [...units, 'exception', 'log', 'span', 'hit', 'replay'].map((unit) =>
      services.map((service) => costs[service][unit]),
    );
    expect(rows).toHaveLength(expected.length);
    const wrong = rows.filter((row, index) => !row.every((cell, column) => shows(cell, expected[index][column])));
    expect(wrong).toEqual([]);
  });

  test('with how well it predicts', async () => {
    const [text, { predictions }] = [await readText('docs/capacity.md'), await readResult('capacity')];
    expect(tableOf(text, 'gateways × queue shards', 'gateway')).toEqual(
      predictions.map(({ layout, ...services }) => [layout, ...Object.values(services).map((one) => one.toFixed(2))]),
    );
  });

  test('with the sizes of groups', async () => {
    const [text, { groups }] = [await readText('docs/capacity.md'), await readResult('capacity')];
    const rows = tableOf(text, 'gateways × queue shards', 'requests per publish');
    expect(rows.map(([layout]) => layout)).toEqual(groups.map(({ layout }) => layout));
    const valuesOf = (row) => [row['requests a publish'], row.predicted, row['jobs a write'], row['predicted ']];
    const isRounded = (cell, value) => Math.abs(Number(cell) - value) <= 0.5 / 10 ** cell.split('.')[1].length + 1e-9;
    const wrong = rows.filter(
      ([, ...cells], index) => !cells.every((cell, column) => isRounded(cell, valuesOf(groups[index])[column])),
    );
    expect(wrong).toEqual([]);
  });
});
