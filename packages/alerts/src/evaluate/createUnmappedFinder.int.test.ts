import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createOrganization, createProject, inTransaction, insertSignals } from '@sluice/db';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { useDatabase, useRole } from '@sluice/testkit';
import { createAlertsMetrics } from '../alertsMetrics.js';
import type { CulpritReader } from '../deliver/createCulpritReader.js';
import { createDecider } from './createDecider.js';
import { createUnmappedFinder } from './createUnmappedFinder.js';

const database = useDatabase({ poolSize: 5 });
const own = useRole(database, 'sluice_alerts', 5);
let projectId: string;
/** The events of each call. */
let read: (readonly string[])[];

beforeAll(async () => {
  await createOrganization(database.db, 'acme');
  projectId = (await createProject(database.db, { organization: 'acme', project: 'web' })).project.id;
});
beforeEach(async () => {
  await database.db.pool.query('truncate alert_signals, alert_firings, alert_subjects, alert_notices');
  await mute(false);
  read = [];
});

const metrics = createAlertsMetrics(createMetrics(), systemClock);
const unmapped: CulpritReader = (_, __, ids) => {
  read.push(ids);
  return Promise.resolve(
    new Map(ids.map((id) => [id, { text: null, sourceLine: null, release: '1.0', isUnmapped: true }])),
  );
};
const failing: CulpritReader = () => Promise.reject(new Error('the store is unavailable'));
const running = new AbortController().signal;

const decide = () => createDecider({ db: own.db, metrics, logger: silentLogger, onNotices: () => undefined })(running);

const newIssue = (release: string | null = '1.0'): Promise<string> => signal('new_issue', release);

describe('a release without source maps', () => {
  test('is looked for after the decision, which does not wait for it', async () => {
    await newIssue();
    await newIssue(null);
    await decide();
    expect([await kinds(), await firings()]).toEqual([['frames'], []]);
    const { rows } = await database.db.pool.query('select kind from alert_firings');
    expect(rows).toEqual([{ kind: 'new_issue' }, { kind: 'new_issue' }]);
    await decide();
    expect(await kinds()).toEqual(['frames']);
    await look(unmapped);
    expect([await kinds(), await firings()]).toEqual([[], [['drop:unmapped_release:1.0', null]]]);
  });

  test('is reported once, and its frames are not read again', async () => {
    const id = await newIssue();
    await decide();
    await look(unmapped);
    await newIssue();
    await decide();
    await look(unmapped);
    expect([read, await kinds(), (await firings()).length]).toEqual([[[id]], [], 1]);
  });

  test('is reported when it has its next new issue after its suppression', async () => {
    await mute(true);
    await newIssue();
    await decide();
    await look(unmapped);
    await mute(false);
    await look(unmapped);
    expect(await firings()).toEqual([['drop:unmapped_release:1.0', 'muted']]);
    await newIssue();
    await decide();
    await look(unmapped);
    expect(await firings()).toEqual([
      ['drop:unmapped_release:1.0', 'muted'],
      ['drop:unmapped_release:1.0', null],
    ]);
  });

  test('is found by a later look if frames cannot be read, for an hour', async () => {
    await newIssue();
    await decide();
    await expect(look(failing)).rejects.toThrow('the store is unavailable');
    expect(await kinds()).toEqual(['frames']);
    await look(unmapped);
    expect(await firings()).toHaveLength(1);
    await newIssue('2.0');
    await decide();
    await database.db.pool.query(`update alert_signals set at = now() - interval '61 minutes'`);
    await expect(look(failing)).rejects.toThrow('the store is unavailable');
    expect(await kinds()).toEqual([]);
  });

  test('is found beside a burst of another release, and by an issue that came back', async () => {
    for (let issue = 0; issue < 25; issue += 1) await newIssue();
    await signal('regression', '2.0');
    await decide();
    await look(unmapped);
    expect(new Set(await firings())).toEqual(
      new Set([
        ['drop:unmapped_release:1.0', null],
        ['drop:unmapped_release:2.0', null],
      ]),
    );
  });

  test('costs at most twenty looks of a decision', async () => {
    for (let issue = 0; issue < 25; issue += 1) await newIssue();
    await decide();
    expect(await kinds()).toHaveLength(20);
  });
});

function mute(isMuted: boolean) {
  return database.db.pool.query(
    `update alert_rules set muted_until = case when $1 then now() + interval '1 hour' end`,
    [isMuted],
  );
}

async function signal(kind: 'new_issue' | 'regression', release: string | null): Promise<string> {
  const id = randomUUID();
  const details = { level: 'error', release };
  await inTransaction(database.db, (tx) => insertSignals(tx, [{ projectId, kind, issueId: id, eventId: id, details }]));
  return id;
}

async function kinds(): Promise<readonly string[]> {
  return (await database.db.pool.query<{ kind: string }>('select kind from alert_signals order by id')).rows.map(
    ({ kind }) => kind,
  );
}

async function firings(): Promise<readonly unknown[]> {
  return (
    await database.db.pool.query<{ subject: string; by: string | null }>(
      `select subject, suppressed_by as by from alert_firings where kind = 'unmapped_release' order by at`,
    )
  ).rows.map(({ subject, by }) => [subject, by]);
}

function look(culprits: CulpritReader) {
  return createUnmappedFinder({ db: own.db, culprits, metrics, clock: systemClock, logger: silentLogger })(running);
}
