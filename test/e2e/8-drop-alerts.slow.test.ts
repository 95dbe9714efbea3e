import { expect, test } from '@jest/globals';
import { connectApi, type ApiClient } from './support/api.js';
import { hourStart, withinHour } from './support/clock.js';
import { makeEvent, makeEvents } from './support/events.js';
import { thrown } from './support/exceptions.js';
import { sendEvents } from './support/send.js';
import { startLedger } from './support/startLedger.js';
import { createOrganization, createProject, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitFor } from './support/waitFor.js';

/**
 * Each kind of drop that one tenant can cause, by what causes it in production: the firing is decided from what gateways, workers and
 * housekeeping counted. Only the past that spike protection and silence compare with is written by hand. Losses and a backlog are of the
 * whole installation, which other tests use: see \`test/faults/matrix/dropAlerts.test.ts\`.
 */
const system = useSystem();

/** Drops are evaluated once a minute, and silence once the first minute of an hour is over. */
const EVALUATED_MS = 150_000;

const KINDS = [
  'spike_cap',
  'hourly_cap',
  'byte_quota',
  'monthly_quota',
  'filter',
  'disabled_key',
  'refused_origin',
  'silence',
  'unmapped_release',
  'token_expiry',
] as const;

test(
  'a rule about drops fires for each kind that requests, keys, tokens and limits cause, once',
  () =>
    withinHour(async () => {
      const organization = await createOrganization(system, { 'monthly.spans': 10 });
      const [shop, capped, small, filtered, busy, silent] = await Promise.all(
        [
          { allowedDomains: ['example.com'] },
          { eventsPerHour: 5 },
          { bytesPerHour: 3_000 },
          { 'filters.environments': ['d*'] },
          {},
          {},
        ].map((settings) => createProject(system, organization, settings)),
      );
      if (shop === undefined || capped === undefined || small === undefined) throw new Error('a project is missing');
      if (filtered === undefined || busy === undefined || silent === undefined) throw new Error('a project is missing');
      const api = await connectApi(system, shop, 'project:admin');
      await createRule(api, organization);
      await startLedger(system, busy);

      await send(capped, makeEvents('log', 8));
      await send(
        small,
        [1, 2].map(() => makeEvent('log', { contexts: { filler: 'x'.repeat(2_000) } })),
      );
      await send(
        filtered,
        Array.from({ length: 120 }, () => makeEvent('log', { contexts: { environment: 'dev' } })),
      );
      await send(shop, makeEvents('span', 8));
      await system.sluice('token', 'create', '--org', organization, '--scopes', 'project:read', '--expires', '6d');
      // Only a token that lives longer than a week is reported a week before its end.
      await system.sql(
        `update tokens set created_at = now() - interval '30 days' where expires_at < now() + interval '7 days'`,
      );
      const [key] = await Promise.all([
        useDisabledKey(shop),
        refuseOrigin(shop),
        spike(busy),
        fallSilent(silent),
        useMinifiedRelease(shop),
      ]);

      const firings = async (): Promise<readonly string[]> => {
        const { data } = await api.list(`/api/0/organizations/${organization}/alerts/firings`, { limit: 100 });
        return data.map(
          ({ project, subject }) => `${String(project)} ${String(subject).replace(/(?<=token_expiry:)\d+/, 'id')}`,
        );
      };
      const expected = [
        `${capped.slug} drop:hourly_cap:`,
        `${small.slug} drop:byte_quota:`,
        `${filtered.slug} drop:filter:environment`,
        `${busy.slug} drop:spike_cap:log`,
        `${silent.slug} drop:silence:`,
        `${shop.slug} drop:refused_origin:`,
        `${shop.slug} drop:disabled_key:${key}`,
        `${shop.slug} drop:unmapped_release:shop@2.0`,
        'null drop:monthly_quota:spans:80',
        'null drop:token_expiry:id',
      ].sort();
      const isComplete = async (): Promise<boolean> => new Set(await firings()).size >= expected.length;
      await waitFor(isComplete, { timeoutMs: EVALUATED_MS, what: 'all drops to be reported' }).catch(() => undefined);
      expect([...(await firings())].sort()).toEqual(expected);
    }),
  400_000,
);

/** A rule of the organization about drops, without destinations: its firings are in the history. */
async function createRule(api: ApiClient, organization: string): Promise<void> {
  const body = { name: 'drops', conditions: [{ kind: 'drops', of: KINDS }], destinationIds: [] };
  const { status } = await api.request('POST', `/api/0/organizations/${organization}/alerts/rules`, { body });
  expect(status).toBe(201);
}

async function refuseOrigin(project: Project): Promise<void> {
  for (let time = 0; time < 10; time += 1)
    expect((await send(project, makeEvents('log', 1), 'https://evil.test')).status).toBe(403);
}

/** Resolves with the disabled key. */
async function useDisabledKey(project: Project): Promise<string> {
  const { key } = (await system.sluice('key', 'add', project.path, '--label', 'old app')) as {
    readonly key: string;
  };
  await system.sluice('key', 'disable', project.path, key);
  const statusOf = async (): Promise<number> => (await send({ ...project, key }, [])).status;
  for (let refused = 0; refused < 10; refused += 1)
    await waitFor(async () => (await statusOf()) === 401, { what: 'a disabled key to be refused' });
  return key;
}

async function spike(project: Project): Promise<void> {
  for (let batch = 0; batch < 3; batch += 1) await send(project, makeEvents('log', 400));
}

/** Makes an hour without events unusual: three of the days before had 120 in it. */
async function fallSilent(project: Project): Promise<void> {
  const past = [3, 25, 49, 73];
  for (const hoursAgo of past)
    await system.sql(
      `insert into usage (project_id, type, outcome, reason, hour, epoch, count)
       values ($1, 'log', 'processed', '', $2, 'the-past', 120)`,
      [project.id, hourStart(hoursAgo)],
    );
}

async function useMinifiedRelease(project: Project): Promise<void> {
  await send(project, [thrown({ at: 'a', release: 'shop@2.0' })]);
}

function send(project: Project, events: readonly unknown[], origin = 'https://example.com') {
  return sendEvents(system.baseUrl, project, events, { headers: { origin } });
}
