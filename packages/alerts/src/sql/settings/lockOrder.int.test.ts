import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { openTransaction, type OpenTransaction, untilWaiting, useDatabase } from '@sluice/testkit';
import { createOrganization } from '@sluice/db';
import { createDestination, deleteDestination } from './destinations.js';
import { createRule, readRule, updateRule } from './rules.js';
import type { AlertRuleInput } from '../../settings/ruleFields.js';

let organizationId: string;
const database = useDatabase({ poolSize: 6 });
beforeAll(async () => {
  organizationId = (await createOrganization(database.db, 'acme')).id;
});

const change = { actor: OPERATOR };
const NEW = { name: 'rule', conditions: [{ kind: 'new_issue' }] };
const update = (id: string, input: AlertRuleInput) => updateRule(database.db, { organizationId, id }, input, change);
const remove = (id: string) => deleteDestination(database.db, { organizationId, id }, change);

describe('a destination that is deleted', () => {
  test.each([
    ['its name', () => ({ name: 'renamed' })],
    ['its destinations', (id: string) => ({ name: 'renamed', destinationIds: [id] })],
  ])('is removed from a rule that changes %s at the same time', async (_, inputOf) => {
    const [destinationId, ruleId] = await createPair();
    const other = await hold(ruleId);
    const updating = update(ruleId, inputOf(destinationId));
    await other.untilWaitedFor();
    const removing = remove(destinationId);
    await untilWaiting(database.db, 2);
    await other.commit();
    await Promise.all([updating, removing]);
    expect(await readRule(database.db, { organizationId, id: ruleId })).toMatchObject({
      name: 'renamed',
      destinationIds: [],
    });
  });

  test.each([
    ['a new rule', (id: string) => create(id)],
    ['a rule that is changed', async (id: string) => update(await create(), { destinationIds: [id] })],
  ])('is not added to %s at the same time', async (_, add) => {
    const [destinationId, ruleId] = await createPair();
    const other = await hold(ruleId);
    const removing = remove(destinationId);
    await other.untilWaitedFor();
    const adding = add(destinationId);
    const refused = expect(adding).rejects.toThrow(`destinationIds[0]: there is no destination "${destinationId}"`);
    await untilWaiting(database.db, 2);
    await other.commit();
    await Promise.all([removing, refused]);
  });
});

/** A new destination, and a rule that sends to it. */
async function createPair(): Promise<readonly [destinationId: string, ruleId: string]> {
  const members = { organizationId, kind: 'members' as const, input: { name: 'members', config: { to: 'owners' } } };
  const { id } = await createDestination(database.db, members, { ...change, check: () => [] });
  return [id, await create(id)];
}

async function create(...destinationIds: readonly string[]): Promise<string> {
  return (await createRule(database.db, { organizationId }, { ...NEW, destinationIds }, change)).id;
}

/** Another change of a rule, which is not committed. */
function hold(ruleId: string): Promise<OpenTransaction> {
  return openTransaction(database.db, (tx) =>
    tx.client.query('select from alert_rules where id = $1 for update', [ruleId]),
  );
}
