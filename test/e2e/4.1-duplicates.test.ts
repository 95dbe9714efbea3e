import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { withinHour } from './support/clock.js';
import { eventTypes, makeEvent, makeEvents } from './support/events.js';
import { ask, type Answer, type Ask } from './support/http.js';
import { accepted, sendBytes, type Tally } from './support/send.js';
import { waitForStored } from './support/stored.js';
import {
  createOrganization,
  createProject,
  createTenant,
  setOrganization,
  setProject,
  settingsInForce,
  type Project,
} from './support/tenant.js';
import { sumOf, usageOf, waitForUsage } from './support/usage.js';
import { useSystem } from './support/useSystem.js';

let organization: string;
const system = useSystem();
beforeAll(async () => {
  organization = await createOrganization(system);
}, 120_000);

const duplicate = { success: true, duplicate: true };
const mixed = (): string => JSON.stringify({ events: eventTypes.map((type) => makeEvent(type)) });

test('a batch resent is a duplicate, is not stored again and not counted again', async () => {
  const project = await createProject(system, organization);
  const body = mixed();
  expect((await send(project, body)).json).toEqual(accepted({ processed: 5 }));
  for (let again = 0; again < 4; again++) {
    const answer = await send(project, body);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual(duplicate);
  }
  const sentinel = JSON.stringify({ events: makeEvents('log', 1) });
  expect((await send(project, sentinel)).json).toEqual(accepted({ processed: 1 }));
  await waitForStored(system, project, 6);
  expect(sumOf(await waitForUsage(system, project, 6))).toBe(6);
}, 40_000);

test('a partly processed batch resent is a duplicate, and its refusals are not counted again', async () => {
  const project = await createProject(system, organization);
  const body = JSON.stringify({ events: [makeEvent('log'), { type: 'nope' }, 5] });
  expect((await send(project, body)).json).toEqual(accepted({ processed: 1, invalid: 2 }));
  expect((await send(project, body)).json).toEqual(duplicate);
  await waitForUsage(system, project, 3);
  expect(sumOf(await usageOf(system, project))).toBe(3);
}, 40_000);

test('the same decoded bytes are the same batch, however they were compressed', async () => {
  const project = await createProject(system, organization);
  const body = mixed();
  expect((await send(project, gzipSync(body), { headers: { 'content-encoding': 'gzip' } })).json).toEqual(
    accepted({ processed: 5 }),
  );
  expect((await send(project, body)).json).toEqual(duplicate);
});

test('header or query, JSON or beacon: the way of a resend does not matter', async () => {
  const project = await createProject(system, organization);
  const body = mixed();
  expect((await send(project, body)).json).toEqual(accepted({ processed: 5 }));
  const answer = await ask(`${system.baseUrl}/api/envelope?service_key=${project.key}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.json).toEqual(duplicate);
});

describe('differences that make another batch', () => {
  const body = mixed();
  test.each<readonly [string, string, Ask]>([
    ['another client address', body, { from: '127.0.0.5' }],
    ['another user agent', body, { headers: { 'user-agent': 'another/1.0' } }],
    ['other bytes with the same meaning', `${body} `, {}],
  ])('include %s', async (_name, other, over) => {
    const project = await createProject(system, organization);
    expect((await send(project, body)).json).toEqual(accepted({ processed: 5 }));
    expect((await send(project, other, over)).json).toEqual(accepted({ processed: 5 }));
    expect((await send(project, other, over)).json).toEqual(duplicate);
    await waitForStored(system, project, 10);
  });

  test('include another project', async () => {
    const [one, two] = [await createProject(system, organization), await createProject(system, organization)];
    expect((await send(one, body)).json).toEqual(accepted({ processed: 5 }));
    expect((await send(two, body)).json).toEqual(accepted({ processed: 5 }));
    await waitForStored(system, one, 5);
    await waitForStored(system, two, 5);
  });
});

describe('batches that are not remembered', () => {
  test('include a batch in which nothing was processed', async () => {
    const project = await createProject(system, organization);
    const body = JSON.stringify({ events: [{ type: 'nope' }, 5] });
    for (let time = 0; time < 2; time++) expect((await send(project, body)).json).toEqual(accepted({ invalid: 2 }));
    await waitForUsage(system, project, 4);
  }, 40_000);

  test('include an empty batch and one of traces only', async () => {
    const project = await createProject(system, organization);
    for (const body of ['{"events":[]}', '{"events":[{"type":"trace"}]}']) {
      for (let time = 0; time < 2; time++) expect((await send(project, body)).json).toEqual(accepted());
    }
  });

  test('include a batch whose events were all filtered', async () => {
    const project = await createProject(system, organization, { ingestion: false });
    const body = mixed();
    for (let time = 0; time < 2; time++) expect((await send(project, body)).json).toEqual(accepted({ filtered: 5 }));
    await setProject(system, project, { ingestion: true });
    await settingsInForce();
    expect((await send(project, body)).json).toEqual(accepted({ processed: 5 }));
    expect((await send(project, body)).json).toEqual(duplicate);
  }, 40_000);

  test(
    'include a batch that was refused for its limits',
    () =>
      withinHour(async () => {
        const project = await createTenant(system, { organization: { 'monthly.logs': 0 } });
        const body = JSON.stringify({ events: makeEvents('log', 3) });
        for (let time = 0; time < 2; time++) {
          const answer = await send(project, body);
          expect(answer.status).toBe(429);
          expect(answer.json).toMatchObject({ success: false, quota_exceeded: 3 });
        }
        await setOrganization(system, project.organization, { 'monthly.logs': null });
        await settingsInForce();
        expect((await send(project, body)).json).toEqual(accepted({ processed: 3 }));
        await waitForStored(system, project, 3);
        expect(await waitForUsage(system, project, 9)).toEqual({
          'log processed': 3,
          'log quota_exceeded monthly_quota': 6,
        });
      }),
    60_000,
  );
});

test.each([1, 2, 3])(
  'the same batch sent many times at once gets one tally and otherwise duplicates (round %d)',
  async (round) => {
    const project = await createProject(system, organization);
    const body = JSON.stringify({ events: makeEvents('log', 10 * round) });
    const targets = [system.baseUrl, ...system.gatewayUrls];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        sendBytes(targets[index % targets.length] ?? '', project.key, body, {
          // The header that a proxy would send for the single client of these requests.
          headers: { 'x-forwarded-for': '192.0.2.1' },
        }),
      ),
    );
    const tallies = answers.filter((answer) => (answer.json as Partial<Tally>).processed !== undefined);
    expect(tallies.map((answer) => answer.json)).toEqual([accepted({ processed: 10 * round })]);
    const others = answers.filter((answer) => !tallies.includes(answer));
    expect(others.map((answer) => [answer.status, answer.json])).toEqual(others.map(() => [202, duplicate]));
    await waitForStored(system, project, 10 * round);
    expect(sumOf(await waitForUsage(system, project, 10 * round))).toBe(10 * round);
  },
  40_000,
);

function send(project: Project, body: string | Uint8Array, over: Ask = {}): Promise<Answer> {
  return sendBytes(system.baseUrl, project.key, body, over);
}
