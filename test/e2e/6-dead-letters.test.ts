import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { makeEvent, makeEvents, type WireEvent } from './support/events.js';
import { sendAccepted } from './support/send.js';
import { countStored, rowsOf, waitForStored, type Row } from './support/stored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { usageOf, waitForUsage } from './support/usage.js';
import { waitFor } from './support/waitFor.js';
import { useResource } from '@sluice/testkit/useResource';

/** An accepted event that the database will not take is a dead letter, and never its neighbours' business. */

const poison = `poison ${randomUUID()}`;
const constraint = `no_poison_${randomUUID().replaceAll('-', '')}`;

const system = useSystem();
const allowPoison = () => system.sql(`alter table logs drop constraint if exists ${constraint}`);
useResource(allowPoison, allowPoison);

const badLog = (): WireEvent => makeEvent('log', { payload: { message: poison } });

describe('a log that breaks a constraint', () => {
  let project: Project;
  beforeEach(async () => {
    await allowPoison();
    await system.sql(`alter table logs add constraint ${constraint} check (message <> '${poison}') not valid`);
    project = await createTenant(system);
    await sendAccepted(system.baseUrl, project, [...makeEvents('log', 5), badLog(), ...makeEvents('log', 5), badLog()]);
    await sendAccepted(system.baseUrl, project, makeEvents('hit', 3));
    await waitForStored(system, project, 15);
  });

  test('its neighbours are stored, it is a dead letter with its SQLSTATE', async () => {
    expect(await countStored(system, project)).toMatchObject({ logs: 10, hits: 3, dead_letters: 2 });
    for (const letter of await letters(project)) {
      expect(letter).toMatchObject({ type: 'log', sqlstate: '23514', state: 'waiting' });
      expect((letter['payload'] as Buffer).toString('utf8')).toContain(poison);
    }
  });

  test('processed = stored + dead-lettered', async () => {
    expect(await waitForUsage(system, project, 15)).toEqual({ 'log processed': 12, 'hit processed': 3 });
  });

  test('the command line lists them', async () => {
    const listed = await system.sluice('dead-letters', 'list', project.path);
    expect(listed).toHaveLength(2);
  });

  test('one is discarded, one is stored when it is tried again, and usage does not move', async () => {
    const [first, second] = await letters(project);
    const idOf = (letter: Row | undefined): string => String(letter?.['id']);
    await system.sluice('dead-letters', 'discard', idOf(first));
    await allowPoison();
    await system.sluice('dead-letters', 'retry', idOf(second));
    await waitFor(async () => (await letters(project)).length < 2, {
      what: 'the letter to be stored',
      timeoutMs: 40_000,
    });
    expect((await letters(project)).map(({ state }) => state)).toEqual(['discarded']);
    const rows = await rowsOf(system, project, 'log');
    expect(rows.filter(({ message }) => message === poison).map(({ id }) => id)).toEqual([idOf(second)]);
    expect(await usageOf(system, project)).toEqual({ 'log processed': 12, 'hit processed': 3 });
  });
});

function letters(project: Project): Promise<Row[]> {
  return system.sql<Row>('select * from dead_letters where project_id = $1 order by id', [project.id]);
}
