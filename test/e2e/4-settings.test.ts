import { beforeEach, describe, expect, test } from '@jest/globals';
import { connectApi, type ApiClient } from './support/api.js';
import { makeEvent, makeEvents } from './support/events.js';
import { type Answer } from './support/http.js';
import { sendEvents, type Tally } from './support/send.js';
import { createTenant, type Project } from './support/tenant.js';
import { waitFor } from './support/waitFor.js';
import { useSystem } from './support/useSystem.js';

let project: Project;
let api: ApiClient;
const system = useSystem();
beforeEach(async () => {
  project = await createTenant(system);
  api = await connectApi(system, project);
});

describe('settings', () => {
  test('are complete with their defaults, and a change takes effect at the gateways', async () => {
    const before = await api.get('settings');
    expect(before).toMatchObject({ ingestion: true, filters: { environments: [] }, sampleRates: { log: 1 } });
    const { status, json } = await patch({ filters: { environments: ['dev*'] } });
    expect(status).toBe(200);
    expect(json).toEqual({ ...before, filters: { ...(before['filters'] as object), environments: ['dev*'] } });
    expect(await api.get('settings')).toEqual(json);
    await untilGateways(async (gateway) => {
      const events = [makeEvent('log', { contexts: { environment: 'development' } })];
      const answer = await sendEvents(gateway, project, events);
      return (answer.json as Tally).filtered === 1;
    });
    expect((await patch({ 'filters.environments': null })).json).toEqual(before);
  });

  test('switch ingestion off and on again', async () => {
    for (const ingestion of [false, true]) {
      await patch({ ingestion });
      await untilGateways(async (gateway) => {
        const { json } = await sendEvents(gateway, project, makeEvents('log', 1));
        return (json as Tally)[ingestion ? 'processed' : 'filtered'] === 1;
      });
    }
  });

  test('the command line shows changes by the API and vice versa', async () => {
    await patch({ eventsPerHour: 77 });
    const shown = JSON.stringify(await system.sluice('project', 'show', project.path));
    expect(shown).toContain('"eventsPerHour":77');
    await system.sluice('project', 'set', project.path, 'eventsPerHour=78');
    expect(await api.get('settings')).toMatchObject({ eventsPerHour: 78 });
  });

  test('a change applies to the version that was read: the second of two gets 412', async () => {
    const { headers } = await api.request('GET', 'settings');
    const etag = headers['etag'] ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const first = await patch({ eventsPerHour: 10 }, { 'if-match': etag });
    expect(first.status).toBe(200);
    expect(first.headers['etag']).not.toBe(etag);
    const second = await patch({ eventsPerHour: 20 }, { 'if-match': etag });
    expect(second).toMatchObject({ status: 412, json: { success: false, error: { code: 'changed' } } });
    expect(await api.get('settings')).toMatchObject({ eventsPerHour: 10 });
    const third = await patch({ eventsPerHour: 20 }, { 'if-match': first.headers['etag'] ?? '' });
    expect(third.status).toBe(200);
  });

  test('accept one of many concurrent changes of the same version', async () => {
    const etag = (await api.request('GET', 'settings')).headers['etag'] ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => patch({ eventsPerHour: 100 + index }, { 'if-match': etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    const winner = answers.find(({ status }) => status === 200)?.json;
    expect(await api.get('settings')).toEqual(winner);
  });

  test.each([
    ['eventsPerHour', { eventsPerHour: -1 }],
    ['sampleRates.log', { sampleRates: { log: 2 } }],
    ['filters.ips', { filters: { ips: ['300.1.1.1'] } }],
    ['ingestion', { ingestion: 'yes' }],
    ['nonsense', { nonsense: 1 }],
    ['filters.nonsense', { 'filters.nonsense': [] }],
  ])('422 names %s, and nothing is changed, not even beside it', async (name, body) => {
    const before = await api.get('settings');
    const answer = await patch({ spikeProtection: true, ...body });
    expect(answer.status).toBe(422);
    expect((answer.json as { error: { message: string } }).error.message).toContain(name);
    expect(await api.get('settings')).toEqual(before);
  });

  test('a reader cannot change them', async () => {
    const reader = await connectApi(system, project, 'project:read');
    expect((await reader.request('PATCH', 'settings', { body: { ingestion: false } })).status).toBe(403);
    expect(await reader.get('settings')).toMatchObject({ ingestion: true });
  });
});

describe('keys', () => {
  test('a new key works; when disabled, it gets 401, and others still work', async () => {
    const made = await api.request('POST', 'keys', { body: { label: 'build 7' } });
    expect(made).toMatchObject({ status: 201, json: { label: 'build 7', disabledAt: null } });
    const { key, dsn } = made.json as { key: string; dsn: string };
    expect(dsn).toBe(system.baseUrl.replace('//', `//${key}@`));
    await untilGateways(async (gateway) => (await sendEvents(gateway, { key }, makeEvents('log', 1))).status === 202);

    expect((await api.request('DELETE', `keys/${key}`)).status).toBe(204);
    await untilGateways(async (gateway) => (await sendEvents(gateway, { key }, makeEvents('log', 1))).status === 401);
    expect((await sendEvents(system.baseUrl, project, makeEvents('log', 1))).status).toBe(202);
    const keys = await api.all('keys');
    expect(keys.map((one) => [one['key'], one['disabledAt'] === null])).toEqual([
      [project.key, true],
      [key, false],
    ]);
  });

  test('one of another project cannot be disabled', async () => {
    const other = await createTenant(system);
    expect((await api.request('DELETE', `keys/${other.key}`)).status).toBe(404);
    expect((await sendEvents(system.baseUrl, other, makeEvents('log', 1))).status).toBe(202);
  });
});

/** Polls every gateway until it responds like this; the documents allow two seconds. */
async function untilGateways(passes: (gateway: string) => Promise<boolean>): Promise<void> {
  for (const gateway of system.gatewayUrls) {
    await waitFor(() => passes(gateway), { what: `${gateway} to follow`, timeoutMs: 4_000 });
  }
}

function patch(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return api.request('PATCH', 'settings', { body, headers });
}
