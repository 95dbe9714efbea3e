import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestRedis, type TestRedis } from '@sluice/testkit';
import {
  log,
  newProject,
  send,
  span,
  startGateway,
  testProjection,
  type RunningGateway,
  type TestProjection,
} from './testing/gatewayHarness.js';

let redis: TestRedis;
let settings: TestProjection;
let gateway: RunningGateway;

beforeAll(async () => {
  redis = await startTestRedis();
  settings = testProjection(redis.url);
  gateway = await startGateway(redis.url);
});
afterAll(async () => {
  await gateway.stop();
  await settings.close();
  await redis.stop();
});

describe('a batch', () => {
  test('is answered with its exact tally', async () => {
    const key = await settings.add(newProject());
    const reply = await send(gateway.url, key, { events: [log(), span(), { type: 'x' }, 5, { type: 'trace' }] });
    expect(reply.body).toEqual({
      success: true,
      processed: 2,
      filtered: 0,
      quota_exceeded: 0,
      rate_limited: 0,
      invalid: 2,
    });
    expect(reply.status).toBe(202);
  });
});
