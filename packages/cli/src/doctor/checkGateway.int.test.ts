import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkReadiness, createAdminServer } from '@sluice/runtime';
import type { Place } from '../place/findPlace.js';
import { checkGateway } from './checkGateway.js';
import type { Finding } from './finding.js';

let problem: string | undefined;
const admin = createAdminServer(
  { host: '127.0.0.1', port: 0 },
  {
    readiness: () =>
      checkReadiness({
        checks: [{ name: 'redis', check: () => Promise.resolve(problem) }],
        isStopping: () => false,
      }),
    metrics: () => Promise.resolve(''),
  },
);
beforeAll(() => admin.start());
afterAll(() => admin.stop());

const check = (place: Partial<Place>): Promise<readonly Finding[]> => checkGateway(place as Place);

describe('the running copy', () => {
  test('is asked at its public and its admin port', async () => {
    const place = { baseUrl: `http://127.0.0.1:${admin.port()}`, adminPort: admin.port() };
    problem = undefined;
    expect((await check(place)).map(({ name, status }) => [name, status])).toEqual([
      ['gateway', 'ok'],
      ['other SDKs', 'warn'],
      ['sentry-cli', 'warn'],
      ['readiness', 'ok'],
    ]);
    problem = 'does not answer';
    expect(await check(place)).toMatchObject([
      { status: 'ok' },
      { status: 'warn' },
      { status: 'warn' },
      {
        status: 'fail',
        message: expect.stringMatching(/\/readyz: redis: does not answer$/),
        advice: expect.any(String),
      },
    ]);
    expect(await check({ baseUrl: `http://127.0.0.1:${admin.port()}/elsewhere` })).toMatchObject([
      { name: 'gateway', status: 'fail', message: expect.stringContaining('returned 404') },
      { name: 'readiness', status: 'ok', message: expect.stringContaining('not checked') },
    ]);
  });

  test('fails for each port that does not respond, with a remedy', async () => {
    expect(await check({ baseUrl: 'http://127.0.0.1:1', adminPort: 1 })).toMatchObject([
      { name: 'gateway', status: 'fail', advice: expect.stringContaining('npm start') },
      { name: 'readiness', status: 'fail', advice: expect.stringContaining('npm start') },
    ]);
  });

  test('passes if no gateway is known', async () => {
    expect((await check({})).map(({ status, message }) => [status, message.slice(0, 11)])).toEqual([
      ['ok', 'not checked'],
      ['ok', 'not checked'],
    ]);
  });
});
