import { afterEach, describe, expect, test } from '@jest/globals';
import { waitFor, useTenant } from '@sluice/testkit';
import { smallMap, uploadOf } from '../testing/formOf.js';
import { useSourcemaps } from '../testing/sourcemapsHarness.js';

const service = useSourcemaps();
const ours = useTenant(service, 'ours');
afterEach(async () => {
  await service.ask(`${ours.path}/sourcemaps?release=shop%401`, { method: 'DELETE', token: ours.token });
  await sql('truncate sourcemap_blobs, sourcemap_garbage');
});

/** Makes everything on the garbage list due, as time would. */
const letTimePass = (): Promise<unknown> => sql(`update sourcemap_garbage set due_at = now() - interval '1 second'`);

describe('blobs that nothing names', () => {
  test('go: those of a map that was replaced, and of one that was deleted', async () => {
    await service.upload(ours, uploadOf());
    await service.upload(ours, uploadOf(smallMap('src/b.ts')));
    expect((await blobs()).stored).toHaveLength(4);
    await letTimePass();
    await tidied();
    expect((await blobs()).stored).toHaveLength(2);
    await service.ask(`${ours.path}/sourcemaps?release=shop%401`, { method: 'DELETE', token: ours.token });
    await letTimePass();
    await tidied();
    expect((await blobs()).stored).toHaveLength(0);
  });

  test('go: those of an upload that died after its bytes were put, when its hour is over and not before', async () => {
    const [key] = await sql<{ id: string }>('select gen_random_uuid() as id');
    const values = [ours.projectId, key?.id];
    await sql(`insert into sourcemap_garbage values ($1, $2, now() + interval '1 hour')`, values);
    await sql(`insert into sourcemap_blobs values ($1, $2, 0, 'x')`, values);
    // A map that is replaced and due shows that maintenance has run meanwhile.
    await service.upload(ours, uploadOf());
    await service.upload(ours, uploadOf(smallMap('src/b.ts')));
    await sql(`update sourcemap_garbage set due_at = now() where due_at < now() + interval '1 minute'`);
    await waitFor(async () => (await sql('select 1 from sourcemap_garbage')).length === 1);
    expect((await blobs()).stored).toContain(key?.id);
    await letTimePass();
    await tidied();
  });
});

describe('one step that fails', () => {
  test('keeps the other from nothing: indexes are made again while garbage cannot be looked for', async () => {
    await service.upload(ours, uploadOf());
    const before = await row();
    await sql('alter table sourcemap_garbage rename column failed_at to elsewhere');
    try {
      await sql('update sourcemaps set format = 0');
      await waitFor(async () => (await row())?.format === before?.format);
    } finally {
      await sql('alter table sourcemap_garbage rename column elsewhere to failed_at');
    }
    expect((await row())?.index_id).not.toBe(before?.index_id);
  });
});

describe('an index that is not well', () => {
  test('is rebuilt from the upload if it is damaged, and frames resolve again', async () => {
    await service.upload(ours, uploadOf());
    const before = await row();
    const made = await recompilations('made');
    await sql(
      `update sourcemap_blobs set body = overlay(body placing '\\xff00ff00'::bytea from 90) where blob_id = $1`,
      [before?.index_id],
    );
    await sql('update sourcemaps set damaged_at = now(), tried_at = null');
    await waitFor(async () => (await recompilations('made')) > made);
    const after = await row();
    expect(after).toMatchObject({ id: before?.id, original_id: before?.original_id, damaged: false });
    expect(after?.index_id).not.toBe(before?.index_id);
    await waitFor(async () => JSON.stringify(await line()).includes('src/a.ts'));
    await letTimePass();
    await tidied();
  });

  test('is rebuilt if it has an earlier format', async () => {
    await service.upload(ours, uploadOf());
    const before = await row();
    await sql('update sourcemaps set format = 0');
    await waitFor(async () => (await row())?.format === before?.format);
    expect((await row())?.index_id).not.toBe(before?.index_id);
  });

  test('stays damaged with an error if the upload is missing too, and is repaired by the same upload', async () => {
    await service.upload(ours, uploadOf());
    const failed = await recompilations('failed');
    await sql('delete from sourcemap_blobs');
    await sql('update sourcemaps set damaged_at = now(), tried_at = null');
    await waitFor(async () => (await recompilations('failed')) > failed);
    expect(await row()).toMatchObject({ damaged: true });
    expect((await service.upload(ours, uploadOf())).status).toBe(200);
    expect(await row()).toMatchObject({ damaged: false });
    await waitFor(async () => JSON.stringify(await line()).includes('src/a.ts'));
  });

  test('is given up after three tries, with one count, until the next upload', async () => {
    await service.upload(ours, uploadOf());
    const [givenUp, failed] = [await recompilations('given_up'), await recompilations('failed')];
    await sql('delete from sourcemap_blobs');
    await sql('update sourcemaps set damaged_at = now(), tried_at = null');
    await waitFor(async () => {
      await sql('update sourcemaps set tried_at = null');
      return (await recompilations('given_up')) > givenUp;
    });
    expect((await recompilations('failed')) - failed).toBe(3);
    // A second map that is made again shows that maintenance has run meanwhile.
    const made = await recompilations('made');
    await service.upload(ours, uploadOf(smallMap(), 'b.js'));
    await sql(`update sourcemaps set format = 0, tried_at = null where filename = 'b.js'`);
    await sql('update sourcemaps set tried_at = null');
    await waitFor(async () => (await recompilations('made')) > made);
    expect([await recompilations('failed'), await recompilations('given_up')]).toEqual([failed + 3, givenUp + 1]);
    await service.upload(ours, uploadOf());
    expect(await sql(`select tries, damaged_at from sourcemaps where filename <> 'b.js'`)).toEqual([
      { tries: 0, damaged_at: null },
    ]);
  });
});

/** Blobs in the store, and those that rows name. */
async function blobs(): Promise<{ readonly stored: readonly string[]; readonly named: readonly string[] }> {
  const stored = await sql<{ id: string }>('select distinct blob_id as id from sourcemap_blobs order by 1');
  const named = await sql<{ id: string }>(
    'select unnest(array[index_id, original_id]) as id from sourcemaps order by 1',
  );
  return { stored: stored.map(({ id }) => id), named: named.map(({ id }) => id) };
}

/** Waits until nothing is in the store that no row names, and nothing on the list. */
async function tidied(): Promise<void> {
  await waitFor(async () => {
    const { stored, named } = await blobs();
    const listed = await sql('select 1 from sourcemap_garbage');
    return stored.join() === named.join() && listed.length === 0;
  });
}

async function line(): Promise<unknown> {
  const query = 'release=shop%401&url=https://x/assets/app.js&line=1&column=1';
  const { body } = await service.ask(`${ours.path}/sourcemaps/explain?${query}`, { token: ours.token });
  return (body as { frame: { original: { source: string } | null; unresolved: string | null } }).frame;
}

async function recompilations(outcome: string): Promise<number> {
  const text = await service.metrics.metrics();
  const found = new RegExp(`sluice_sourcemaps_recompilations_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text);
  return Number(found?.[1] ?? 0);
}

async function sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  return (await service.db.pool.query<Row>(text, [...values])).rows;
}

interface Row {
  readonly id: string;
  readonly index_id: string;
  readonly original_id: string;
  readonly format: number;
  readonly damaged: boolean;
}

async function row(): Promise<Row | undefined> {
  return (
    await sql<Row>('select id, index_id, original_id, format, damaged_at is not null as damaged from sourcemaps')
  )[0];
}
