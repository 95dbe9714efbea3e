import { describe, expect, test } from '@jest/globals';
import { useTenant, type Tenant } from '@sluice/testkit';
import type { ServiceContext } from '../serviceContext.js';
import { DEFAULT_SOURCEMAPS_CONFIG } from '../config.js';
import { createAssembler } from '../bundles/createAssembler.js';
import { useSourcemaps } from '../testing/sourcemapsHarness.js';
import { sentryOperations } from './sentryOperations.js';

const service = useSourcemaps();
const ours = useTenant(service, 'ours');
const theirs = useTenant(service, 'theirs');

const context = { config: DEFAULT_SOURCEMAPS_CONFIG } as ServiceContext;
const every = sentryOperations(context, createAssembler(context)).map(
  (operation) => [`${operation.method.toUpperCase()} ${operation.address}`, operation] as const,
);
const writes = every.filter(([, { permission }]) => permission === 'releases:write');

describe('GET /api/0/', () => {
  test('returns the scopes of the token', async () => {
    for (const [scope, token] of Object.entries(ours.tokens)) {
      const { status, body } = await service.ask('/api/0/', { token });
      expect([status, body]).toEqual([200, { version: '0', auth: { scopes: [scope] }, user: null }]);
    }
  });

  test.each([[undefined], ['x'], [`slp_${'A'.repeat(43)}`]])('answers 401 to the token %s', async (token) => {
    expect(await service.ask('/api/0/', { token })).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('access token') },
    });
  });
});

describe('every operation of Sentry’s API', () => {
  test.each(every)('%s: answers 401 without a valid token', async (_name, { method, address }) => {
    expect(await ask(method, address, ours, `${ours.token}x`)).toMatchObject({
      status: 401,
      body: { detail: expect.any(String) },
    });
  });

  test.each(every)(
    '%s: answers the same 404 for another organization and for none',
    async (_name, { method, address }) => {
      const [other, none] = [
        await ask(method, address, theirs, ours.token),
        await ask(method, address, { ...ours, organization: 'nobody' }, ours.token),
      ];
      expect(other).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
      expect(other.body).toEqual(none.body);
    },
  );

  test.each(writes)('%s: answers 403 without project:releases', async (_name, { method, address }) => {
    expect((await ask(method, address, ours, ours.tokens['project:read'])).status).toBe(403);
    for (const scope of ['project:releases', 'project:admin'] as const) {
      expect((await ask(method, address, ours, ours.tokens[scope])).status).not.toBe(403);
    }
  });
});

const ask = (method: string, address: string, { organization, project }: Tenant, token: string) =>
  service.ask(address.replace('{org}', organization).replace('{project}', project).replace('{version}', 'a'), {
    method: method.toUpperCase(),
    token,
    ...(method === 'post' || method === 'put' ? { body: { type: 'text/plain', bytes: Buffer.from('{}') } } : {}),
  });
