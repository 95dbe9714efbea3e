import type { Queryable, Schema } from '@sluice/db';
import type { PageRequest } from '@sluice/reading';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';

const kysely = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [
    {
      transformQuery: () => {
        throw new Error('a statement was sent');
      },
      transformResult: ({ result }) => Promise.resolve(result),
    },
  ],
});
/** A database to which no statement can be sent. */
export const unsent: Queryable = { kysely };

/** A page of a list after a position. */
export const pageAt = (after: string): PageRequest => ({ limit: 5, fromMs: 0, toMs: Date.UTC(9999, 11, 31), after });

const ID = '018f0000-0000-8000-8000-000000000001';
/** A time as a position has it. */
export const TIME = '2026-01-01T00:00:00.000Z';
/** What is not a time. */
export const NO_TIMES = [
  '0',
  '2026-13-01T00:00:00.000Z',
  '9999-99-99T99:99:99.999Z',
  '0000-01-01T00:00:00.000Z',
  '1e3',
];
/** What is not the id of an event. */
export const NO_IDS = ['', 'x', "'", '0', '9'.repeat(30), '\0', ID.toUpperCase(), `${ID} `];
/** Of the year 10889: `date` takes no such text. */
const FAR = 'ffffffff-ffff-8000-8000-000000000000';
/** What cannot be a name. */
export const NO_NAMES = ['', '\0', 'a\0', '\ud800'];

/** Positions of a time and an id, of which one is forged. */
export const pairs = (times: readonly string[], ids: readonly string[]): readonly string[] => [
  ...times,
  ...ids,
  ...times.map((time) => `${time} ${ID}`),
  ...ids.map((id) => `${TIME} ${id}`),
];
/** Positions that lists of events refuse. */
export const noEvents = [...NO_IDS, FAR, `${TIME} ${ID}`];
