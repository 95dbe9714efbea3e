import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { useDatabase, useRole } from '@sluice/testkit';
import { createOrganization, createProject } from '@sluice/db';
import { readAlertRules } from '../firings/readAlertRules.js';
import { createRule, setExclusion, updateRule } from './rules.js';

const LOGS = { kind: 'log_rate', query: {}, direction: 'above', threshold: 10, windowMinutes: 5, forMinutes: 0 };
const change = { actor: OPERATOR };
let owner: { readonly organizationId: string; readonly projectId: string };
const database = useDatabase({ poolSize: 2 });
const api = useRole(database, 'sluice_api', 2);
beforeAll(async () => {
  const organizationId = (await createOrganization(database.db, 'acme')).id;
  const projectId = (await createProject(database.db, { organization: 'acme', project: 'web' })).project.id;
  owner = { organizationId, projectId };
});
beforeEach(() => database.db.pool.query('truncate alert_rules'));

const create = (conditions: readonly object[]) => createRule(api.db, owner, { name: 'rule', conditions }, change);

describe('what workers count for a rule', () => {
  test('begins anew with other conditions, and when it is enabled, but not with a name, a mute or a cool-down', async () => {
    const { id } = await create([LOGS]);
    expect(await isCountedAnew(id, { name: 'renamed', cooldownSeconds: 60 })).toBe(false);
    expect(await isCountedAnew(id, { mutedUntil: new Date(Date.now() + 60_000) })).toBe(false);
    expect(await isCountedAnew(id, { conditions: [{ ...LOGS }] })).toBe(false);
    expect(await isCountedAnew(id, { conditions: [{ ...LOGS, threshold: 11 }] })).toBe(true);
    expect(await isCountedAnew(id, { enabled: false })).toBe(false);
    expect(await isCountedAnew(id, { enabled: true })).toBe(true);
  });

  test('begins anew if the rule applies to a project that it excluded, but not if it excludes one', async () => {
    const { organizationId } = owner;
    const conditions = [{ kind: 'drops', of: ['spike_cap'] }];
    const { id } = await createRule(api.db, { organizationId }, { name: 'drops', conditions }, change);
    const exclude = async (isExcluded: boolean): Promise<boolean> => {
      await database.db.pool.query(`update alert_rules set counted_since = '2026-01-01'`);
      await setExclusion(api.db, { organizationId, id }, { project: 'web', isExcluded }, change);
      const { rows } = await database.db.pool.query(
        `select from alert_rules where id = $1 and counted_since > '2026-01-02'`,
        [id],
      );
      return rows.length > 0;
    };
    expect([await exclude(true), await exclude(false), await exclude(false)]).toEqual([false, true, false]);
  });

  test('is at most 50 queries of logs in a project', async () => {
    for (let rule = 0; rule < 4; rule += 1) await create(Array.from({ length: 10 }, () => LOGS));
    const { id } = await create(Array.from({ length: 9 }, () => LOGS));
    await expect(create([LOGS, LOGS])).rejects.toThrow(
      'conditions: a project may have 50 conditions of kind "log_rate"; its other rules already have 49',
    );
    await create([LOGS]);
    await updateRule(api.db, { ...owner, id }, { name: 'renamed' }, change);
    const more = { conditions: Array.from({ length: 10 }, () => LOGS) };
    await expect(updateRule(api.db, { ...owner, id }, more, change)).rejects.toThrow('have 41');
  });

  /** Whether the rule is counted anew after a change. */
  async function isCountedAnew(id: string, input: object): Promise<boolean> {
    await database.db.pool.query(`update alert_rules set counted_since = '2026-01-01'`);
    await updateRule(api.db, { ...owner, id }, input, change);
    const { rows } = await database.db.pool.query<{ is_new: boolean }>(
      `select counted_since > '2026-01-02' as is_new from alert_rules`,
    );
    return rows[0]?.is_new === true;
  }
});

test('a maintenance window that has ended is known for three days', async () => {
  await database.db.pool.query(
    `insert into alert_maintenance (organization_id, starts_at, ends_at) select $1, now() - make_interval(hours => h + 1),
       now() - make_interval(hours => h) from unnest(array[-2, 3, 70, 75]) h`,
    [owner.organizationId],
  );
  const { maintenance } = await readAlertRules(database.db);
  expect(maintenance.map(({ toMs }) => Math.round((Date.now() - toMs) / 3_600_000)).sort()).toEqual([3, 70]);
});
