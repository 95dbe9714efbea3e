import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import { ensureTestPartitions, randomFrom, useDatabase } from '@sluice/testkit';
import { inTransaction, type CopiedRow, copyRows } from '@sluice/db';
import { upsertReplaySessions, deriveDay, type DerivedKind, type ReadAgent } from '@sluice/visits';
import { readReplay } from './readReplay.js';

const DAY_MS = 86_400_000;
const MINUTE = 60_000;
const HOUR_MS = 60 * MINUTE;
const START = Date.UTC(2026, 10, 20);
const DAY = '2026-11-20';

let serial = 0;

/** Reads agents such as `Googlebot|Linux|bot`. */
const readAgent: ReadAgent = (agent) => {
  const [browser = '', os = '', device = ''] = agent.split('|');
  return { browser, os, device };
};

describe('a derived day', () => {
  const { db } = useDatabase({ poolSize: 4 });
  beforeAll(() => ensureTestPartitions(db, START - DAY_MS, START + DAY_MS));
  beforeEach(() =>
    db.pool.query('truncate hits, exceptions, replays, replay_sessions, visit_counts, exception_counts, derived_days'),
  );

  test('a visit ends after 30 minutes without a hit, and counts under its first page and referrer', async () => {
    await store(
      { at: 0, url: 'https://shop.example/a?q=1#top', referrer: 'https://www.search.example/x' },
      { at: 29 * MINUTE, url: 'https://shop.example/b', referrer: 'https://shop.example/a' },
      { at: 58 * MINUTE, url: 'https://shop.example/c', referrer: 'https://shop.example/b' },
      { at: 89 * MINUTE, url: 'https://shop.example/d', referrer: 'https://shop.example/c' },
    );
    await derive();
    expect(await rows('entry')).toEqual(['/a 1 0 1 1', '/d 1 0 1 0']);
    expect(await rows('referrer')).toEqual(['1 0 1 0', 'search.example 1 0 1 1']);
    expect(await rows('page')).toHaveLength(4);
    expect(await rows('all')).toEqual(['4 0 2 1']);
    expect(await rows('all', 'width = 1')).toEqual(['1 0 1 0', '3 0 1 1']);
  });

  test('a route in the fragment is part of the page, an anchor or a token is not', async () => {
    await store(
      { at: 0, url: 'https://shop.example/#/cart/12?x=1' },
      { at: MINUTE, url: 'https://shop.example/#!/pay' },
      { at: 2 * MINUTE, url: 'https://shop.example/#top' },
      { at: 3 * MINUTE, url: 'https://shop.example/#/access_token=1' },
    );
    await derive();
    expect(await rows('entry')).toEqual(['/#/cart/12 1 0 1 1']);
    expect((await rows('page')).map((row) => row.split(' ')[0])).toEqual(['/', '/#!/pay', '/#/cart/12']);
  });

  test.each([
    ['off', null],
    ['truncated', '192.0.2.0'],
  ])('with storeIp %s, visitors and their visits are distinguished by the hash of the gateway', async (_mode, ip) => {
    const hit = { ip, session: null };
    await store(
      { ...hit, at: 0, visitor: 'a'.repeat(64) },
      { ...hit, at: MINUTE, visitor: 'b'.repeat(64), url: 'https://shop.example/b' },
      { ...hit, at: 2 * MINUTE, visitor: 'a'.repeat(64), url: 'https://shop.example/b' },
      { ...hit, at: 3 * MINUTE },
    );
    await derive();
    expect(await rows('all')).toEqual(['4 0 3 3']);
    expect(await rows('entry')).toEqual(['/ 2 0 2 2', '/b 1 0 1 1']);
  });

  test('a visit that began before midnight does not begin again', async () => {
    await store({ at: -10 * MINUTE }, { at: 10 * MINUTE });
    await derive();
    expect(await rows('all')).toEqual(['1 0 0 1']);
  });

  test('a client that names no user agent of its own is what the request says: a bot is no visitor', async () => {
    await store(
      ...[0, 1, 2].map((at) => ({ at, session: null, browser: null, agent: 'Googlebot||bot' })),
      { at: 3, session: null, browser: null, agent: 'curl|Linux' },
      { at: 4, session: null, browser: null, agent: '', ip: '192.0.2.2' },
      // What the client says counts.
      { at: 5, agent: 'Googlebot||bot', ip: '192.0.2.3' },
      { at: 6, session: 's2', device: 'mobile', browser: null, agent: 'Googlebot||bot', ip: '192.0.2.4' },
    );
    await derive();
    expect(await rows('all')).toEqual(['4 0 4 4']);
    expect(await rows('all', 'width = 24 and bot')).toEqual(['3 0 1 1']);
    expect(await rows('browser', 'width = 24 and bot')).toEqual(['Googlebot 3 0 1 1']);
    expect(await rows('browser')).toEqual(['2 0 2 2', 'Firefox 1 0 1 1', 'curl 1 0 1 1']);
    expect(await rows('os')).toEqual(['2 0 2 2', 'Linux 2 0 2 2']);
    expect(await rows('device')).toEqual(['desktop 3 0 3 3', 'mobile 1 0 1 1']);
  });

  test('bots are apart, and so are projects and environments', async () => {
    await store(
      { at: 0, device: 'bot', browser: 'Googlebot' },
      { at: 1, ip: '192.0.2.2', session: 's2' },
      { at: 2, project: '2' },
      { at: 3, environment: null, session: 's3', ip: '192.0.2.3' },
    );
    await derive();
    expect(await rows('browser')).toEqual(['Firefox 1 0 1 1', 'Firefox 1 0 1 1']);
    expect(await rows('browser', 'width = 24 and bot')).toEqual(['Googlebot 1 0 1 1']);
  });

  test('a hit without address, agent and session is a visit without a visitor', async () => {
    await store({ at: 0, session: null });
    await db.pool.query(`update hits set contexts = '{}'`);
    await derive();
    expect(await rows('all')).toEqual(['1 0 1 0']);
  });

  test('the parts of every dimension add up to the total, by hour and by day, with (other)', async () => {
    const seed = Date.now();
    const random = randomFrom(seed);
    const below = (most: number): number => Math.floor(random() * most);
    const hits = Array.from({ length: 3_000 }, (): Hit => ({
      at: below(DAY_MS / MINUTE) * MINUTE + below(1_000),
      kind: random() < 0.8 ? 'pageview' : 'custom',
      session: random() < 0.1 ? null : `s${below(400)}`,
      ip: `192.0.2.${below(250)}`,
      url: random() < 0.05 ? null : `https://shop.example/p${below(300)}`,
      referrer: `https://site-${below(300)}.example/`,
      name: `n${below(150)}`,
      browser: `b${below(130)}`,
      environment: random() < 0.1 ? null : `e${below(30)}`,
      release: `r${below(3)}`,
      ...(random() < 0.1 ? { device: 'bot' } : {}),
    }));
    await store(...hits);
    await derive();
    const { rows: sums } = await db.pool.query<Record<string, string | number>>(
      `select width, dimension, bot, sum(pageviews) as pageviews, sum(customs) as customs, sum(visits) as visits,
         sum(visitors) as visitors from visit_counts where project_id = 1 group by 1, 2, 3`,
    );
    const sum = (dimension: string, width: number, bot: unknown) =>
      sums.find((row) => row['dimension'] === dimension && row['width'] === width && row['bot'] === bot);
    const measuresOf: Readonly<Record<string, readonly string[]>> = {
      ...Object.fromEntries(
        ['browser', 'os', 'device', 'release'].map((name) => [name, ['pageviews', 'customs', 'visits', 'visitors']]),
      ),
      entry: ['visits'],
      referrer: ['visits'],
      page: ['pageviews'],
      custom: ['customs'],
    };
    for (const [dimension, measures] of Object.entries(measuresOf))
      for (const width of [1, 24])
        for (const bot of [false, true])
          for (const measure of measures)
            expect([seed, dimension, width, bot, sum(dimension, width, bot)?.[measure]]).toEqual([
              seed,
              dimension,
              width,
              bot,
              sum('all', 24, bot)?.[measure],
            ]);
    expect(Number(sum('all', 24, false)?.['pageviews']) + Number(sum('all', 24, true)?.['pageviews'])).toBe(
      hits.filter(({ kind }) => kind === 'pageview').length,
    );
    expect((await rows('page')).some((line) => line.startsWith('(other)'))).toBe(true);
    const environments = await db.pool.query(`select distinct environment from visit_counts`);
    expect(environments.rows).toHaveLength(21);
  });

  test('deriving again replaces the rows', async () => {
    await store({ at: 0 });
    await derive();
    await store({ at: 1 });
    await Promise.all([derive(), derive()]);
    expect(await rows('all')).toEqual(['2 0 1 1']);
  });

  test('exceptions of a day add up by release and by user, and the users of a bucket are different ones', async () => {
    const exceptions = Array.from({ length: 1_500 }, (_, index) => ({
      project_id: '1',
      id: idAt(START + index * MINUTE * 0.9),
      timestamp: START,
      environment: 'prod',
      release: index % 3 === 0 ? null : `r${index % 3}`,
      user_key: index % 5 === 0 ? null : `id:${index % 1_200}`,
      level: 'error',
      type: 'E',
      message: 'm',
      hash: 'aa',
      payload: '{}',
    }));
    await inTransaction(db, (tx) => copyRows(tx, 'exceptions', exceptions));
    await derive('exception');
    const { rows: sums } = await db.pool.query(
      `select width, dimension, sum(exceptions)::int as exceptions, sum(users)::int as users, count(*)::int as rows
       from exception_counts group by 1, 2 order by 1, 2`,
    );
    const users = new Set(exceptions.flatMap(({ user_key }) => user_key ?? [])).size;
    expect(sums.filter(({ exceptions: sum }) => sum !== 1_500)).toEqual([]);
    expect(sums.filter(({ width, dimension }) => width === 24 && dimension !== 'release')).toMatchObject([
      { dimension: 'all', users },
      { dimension: 'user', users },
    ]);
    await db.pool.query(`delete from exceptions`);
    await derive('exception');
    expect((await db.pool.query('select from exception_counts')).rows).toHaveLength(0);
  });

  const storeReplay = (times: readonly { at: number; start_time: number; end_time: number }[]): Promise<unknown> =>
    inTransaction(db, async (tx) => {
      const segments = times.map(({ at, ...sent }, segment) => ({
        project_id: '1',
        id: idAt(START + at),
        timestamp: START + at,
        replay_id: 'r1',
        segment,
        ...sent,
        events: '[]',
        event_count: 0,
      }));
      await copyRows(tx, 'replays', segments);
      await upsertReplaySessions(
        tx,
        segments.map(({ project_id: projectId, replay_id: replayId, id, segment }) => ({
          projectId,
          replayId,
          id,
          segment,
          environment: null,
          release: null,
          userKey: null,
        })),
      );
    });
  const lengths = async (maxEventAgeMs = DAY_MS): Promise<readonly number[]> => {
    await derive('replay', '1', maxEventAgeMs);
    const { rows } = await db.pool.query<{ duration: string }>(`select duration from replay_facts`);
    const replay = await readReplay({ ...db, maxEventAgeMs }, '1', 'r1');
    const read = replay === undefined ? NaN : replay.endedAt.getTime() - replay.startedAt.getTime();
    return [...rows.map(({ duration }) => Number(duration)), read];
  };

  test.each([
    ['an hour', HOUR_MS, 0],
    ['a week', 7 * DAY_MS, 3 * DAY_MS],
  ])(
    'the length of a replay is bounded by the greatest age of an event: %s',
    async (_name, maxEventAgeMs, expected) => {
      await storeReplay([
        { at: 0, start_time: START - 3 * DAY_MS, end_time: START },
        { at: 0, start_time: START, end_time: START },
      ]);
      expect(await lengths(maxEventAgeMs)).toEqual([expected, expected]);
    },
  );

  test.each([
    ['begins in 1970', 0, START],
    ['begins days early', START - 3 * DAY_MS, START],
    ['ends years ahead', START, START + 900 * DAY_MS],
  ])('the length of a replay that %s is bounded by its arrival', async (_name, startMs, endMs) => {
    await storeReplay([
      { at: 0, start_time: startMs, end_time: endMs },
      { at: MINUTE, start_time: START + MINUTE, end_time: START + MINUTE },
    ]);
    expect(await lengths()).toEqual([MINUTE, MINUTE]);
  });

  test('the length of a replay is by the clock of its client, however wrong that is', async () => {
    await storeReplay([
      { at: 0, start_time: 0, end_time: 5_000 },
      { at: MINUTE, start_time: 5_000, end_time: 9_000 },
    ]);
    expect(await lengths()).toEqual([9_000, 9_000]);
  });

  test('a replay has its length, exceptions and pages, also over midnight', async () => {
    const segment = (index: number, at: number, href: string) => ({
      project_id: '1',
      id: idAt(START + at),
      timestamp: START + at,
      replay_id: 'r1',
      trace_id: `t${index}`,
      segment: index,
      start_time: START + at - MINUTE,
      end_time: START + at,
      events: JSON.stringify([{ type: 4, data: { href } }, { type: 3 }]),
      event_count: 2,
    });
    const segments = [
      segment(0, -MINUTE, 'https://shop.example/a?x=1'),
      segment(1, MINUTE, 'https://shop.example/a'),
      segment(2, 2 * MINUTE, 'https://shop.example/b'),
      segment(3, 2 * MINUTE, 'https://shop.example/?x=1#/cart?y=2'),
      segment(4, 2 * MINUTE, 'https://shop.example/b#access_token=1'),
    ];
    await inTransaction(db, async (tx) => {
      await copyRows(tx, 'replays', segments);
      await upsertReplaySessions(
        tx,
        segments.map(({ project_id: projectId, replay_id: replayId, id, segment: number }) => ({
          projectId,
          replayId,
          id,
          segment: number,
          environment: null,
          release: null,
          userKey: null,
        })),
      );
      await copyRows(tx, 'hits', [
        hitRow({ at: MINUTE, trace: 't1', url: 'https://shop.example/c#x' }),
        hitRow({ at: MINUTE, trace: 'other', url: 'https://shop.example/d' }),
      ]);
    });
    await derive('replay');
    const { rows: facts } = await db.pool.query(`select duration, errors, pages, urls, day from replay_facts`);
    expect(facts).toMatchObject([{ duration: String(4 * MINUTE), errors: 0, pages: 4, day: '2026-11-19' }]);
    expect(facts[0]).toMatchObject({
      urls: [
        'https://shop.example/#/cart',
        'https://shop.example/a',
        'https://shop.example/b',
        'https://shop.example/c',
      ],
    });
  });

  /** Value, page views, custom hits, visits and visitors of the day, without bots. */
  async function rows(dimension: string, where = 'width = 24 and not bot'): Promise<readonly string[]> {
    const found = await db.pool.query<{ line: string }>(
      `select concat_ws(' ', nullif(value, ''), pageviews, customs, visits, visitors) as line from visit_counts
       where project_id = 1 and dimension = $1 and ${where}`,
      [dimension],
    );
    return found.rows.map(({ line }) => line).sort();
  }

  function store(...hits: readonly Hit[]): Promise<unknown> {
    return inTransaction(db, (tx) => copyRows(tx, 'hits', hits.map(hitRow)));
  }

  function derive(kind: DerivedKind = 'hit', projectId = '1', maxEventAgeMs = DAY_MS): Promise<void> {
    return deriveDay(db, { projectId, kind, day: DAY, count: 1 }, { clock: () => 0, readAgent, maxEventAgeMs });
  }
});

function idAt(ms: number): string {
  serial += 1;
  return eventIdOf(batchIdOf(ms, createHash('sha256').update(String(serial)).digest('hex')), ms, 0);
}

function hitRow(hit: Hit): CopiedRow<'hits'> {
  return {
    project_id: hit.project ?? '1',
    id: idAt(START + hit.at),
    timestamp: START + hit.at,
    environment: hit.environment === undefined ? 'prod' : hit.environment,
    release: hit.release ?? null,
    trace_id: hit.trace ?? null,
    contexts: JSON.stringify({
      ...(hit.ip === null ? {} : { 'user.ip': hit.ip ?? '192.0.2.1' }),
      'user.agent': hit.agent ?? 'Mozilla',
      ...(hit.browser === null ? {} : { 'browser.name': hit.browser ?? 'Firefox', 'os.name': 'Linux' }),
      ...(hit.device === undefined ? {} : { 'device.type': hit.device }),
    }),
    kind: hit.kind ?? 'pageview',
    name: hit.name ?? null,
    url: hit.url === undefined ? 'https://shop.example/' : hit.url,
    referrer: hit.referrer ?? null,
    session_id: hit.session === undefined ? 's1' : hit.session,
    visitor: hit.visitor ?? null,
  };
}

interface Hit {
  readonly at: number;
  readonly project?: string;
  readonly kind?: 'pageview' | 'custom';
  readonly session?: string | null;
  /** Null where it is not stored. */
  readonly ip?: string | null;
  readonly visitor?: string;
  readonly url?: string | null;
  readonly referrer?: string;
  readonly name?: string;
  /** Null, like the system, for a client that sends no `device.userAgent`. */
  readonly browser?: string | null;
  /** User agent of the request. */
  readonly agent?: string;
  readonly device?: string;
  readonly environment?: string | null;
  readonly release?: string;
  readonly trace?: string;
}
