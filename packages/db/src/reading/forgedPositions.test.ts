import { describe, expect, test } from '@jest/globals';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { listReleases } from '../releases/listReleases.js';
import type { Schema } from '../schema/schema.js';
import { listSourceMaps } from '../sourcemaps/listSourceMaps.js';
import { readProjectPage } from '../tenancy/readProjectPage.js';
import { listExceptions } from './exceptions/listExceptions.js';
import { listHits } from './hits/listHits.js';
import { ISSUE_SORTS } from './issues/issueOrder.js';
import { listIssues } from './issues/listIssues.js';
import { listLogs } from './logs/listLogs.js';
import { listMetrics } from './metrics/listMetrics.js';
import type { PageRequest } from './page.js';
import { PositionError } from './positionError.js';
import { listReplays } from './replays/listReplays.js';
import { listSpans } from './spans/listSpans.js';
import { readMonth } from './stats/readMonth.js';
import { listTraces } from './traces/listTraces.js';
import { listUsers } from './users/listUsers.js';

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
const db: Queryable = { kysely };
const pageAt = (after: string): PageRequest => ({ limit: 5, fromMs: 0, toMs: Date.UTC(9999, 11, 31), after });

const ID = '018f0000-0000-8000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';
const NO_TIMES = ['0', '2026-13-01T00:00:00.000Z', '9999-99-99T99:99:99.999Z', '0000-01-01T00:00:00.000Z', '1e3'];
const NO_IDS = ['', 'x', "'", '0', '9'.repeat(30), '\0', ID.toUpperCase(), `${ID} `];
/** Of the year 10889: `date` takes no such text. */
const FAR = 'ffffffff-ffff-8000-8000-000000000000';
const NO_NAMES = ['', '\0', 'a\0', '\ud800'];

const pairs = (times: readonly string[], ids: readonly string[]): readonly string[] => [
  ...times,
  ...ids,
  ...times.map((time) => `${time} ${ID}`),
  ...ids.map((id) => `${TIME} ${id}`),
];
const noEvents = [...NO_IDS, FAR, `${TIME} ${ID}`];

const lists: readonly [string, readonly string[], (after: string) => Promise<unknown>][] = [
  ['exceptions', noEvents, (after) => listExceptions(db, '1', pageAt(after))],
  ['exceptions of a trace', noEvents, (after) => listExceptions(db, '1', pageAt(after), { trace: 't' })],
  ['logs', noEvents, (after) => listLogs(db, '1', pageAt(after), {})],
  ['spans', noEvents, (after) => listSpans(db, '1', pageAt(after), {})],
  ['hits', noEvents, (after) => listHits(db, '1', pageAt(after), {})],
  ['traces', noEvents, (after) => listTraces(db, '1', pageAt(after))],
  ['replays', noEvents, (after) => listReplays(db, '1', pageAt(after))],
  ['replays of a trace', noEvents, (after) => listReplays(db, '1', pageAt(after), { trace: 't' })],
  ...ISSUE_SORTS.map((sort): [string, readonly string[], (after: string) => Promise<unknown>] => {
    const isTime = sort === 'lastSeen' || sort === 'firstSeen' || sort === 'newest';
    const values = isTime ? NO_TIMES : [TIME, '--1', '1.5', '9'.repeat(19), '\0'];
    const ids = isTime ? NO_IDS : NO_IDS.map((id) => `1 ${id}`);
    return [`issues by ${sort}`, pairs(values, ids), (after) => listIssues(db, '1', pageAt(after), { sort })];
  }),
  ['users', pairs(NO_TIMES, NO_NAMES), (after) => listUsers(db, '1', pageAt(after))],
  [
    'releases',
    [...pairs(NO_TIMES, NO_NAMES), ...NO_TIMES.map((time) => `${TIME} ${time} v`), `${TIME} ${TIME} \0`],
    (after) => listReleases(db, '1', pageAt(after)),
  ],
  ['source maps', pairs(NO_TIMES, NO_IDS), (after) => listSourceMaps(db, '1', pageAt(after))],
  ['metrics', NO_NAMES, (after) => listMetrics(db, '1', pageAt(after))],
  ['projects', NO_NAMES, (after) => readProjectPage(db, '1', { limit: 5, after })],
  ['a month’s projects', NO_NAMES, (after) => readMonth(db, '1', { month: 202_601, limit: 5, after })],
];

describe('a forged position is refused before a statement is sent', () => {
  test.each(lists)('%s', async (_name, forged, read) => {
    for (const after of forged) {
      expect({ after, error: await read(after).catch((error: unknown) => error) }).toEqual({
        after,
        error: expect.any(PositionError) as unknown,
      });
    }
  });
});
