import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeRelease, type ReleaseFields } from './describeRelease.js';
import { startFakeService, type FakeService } from './testing/fakeService.js';
import type { UploadTarget } from './uploadTarget.js';

let service: FakeService;
beforeEach(async () => {
  service = await startFakeService();
});
afterEach(() => service.stop());

const target = (): UploadTarget => ({ url: service.url, token: 'slp_secret', organization: 'acme', project: 'shop' });

test.each<[ReleaseFields, Record<string, string>]>([
  [{ version: '1.0' }, { version: '1.0' }],
  [
    { version: '1.0', notes: '', ref: null, url: undefined },
    { version: '1.0', notes: '', ref: '' },
  ],
  [
    { version: '1.0', ref: 'abc', url: 'https://ci/1', deployedAt: new Date(0), notes: 'ä\nb' },
    { version: '1.0', ref: 'abc', url: 'https://ci/1', deployed_at: '1970-01-01T00:00:00.000Z', notes: 'ä\r\nb' },
  ],
  [
    { version: '1.0', deployedAt: '2026-11-20T10:00:00Z' },
    { version: '1.0', deployed_at: '2026-11-20T10:00:00Z' },
  ],
])('only the fields given are sent, null as empty text: %j', async (fields, parts) => {
  expect(await describeRelease(target(), fields)).toEqual({ isNew: true, release: parts });
  expect(service.heard).toEqual([
    { method: 'POST', path: '/api/0/projects/acme/shop/releases', authorization: 'Bearer slp_secret', parts },
  ]);
});

test('the uploader rejects with the message of the service after one attempt', async () => {
  const message = 'url must be an http(s) address.';
  service.interfere(() => ({ status: 422, body: { error: { code: 'invalid_field', message } } }));
  await expect(describeRelease(target(), { version: '1', url: 'x' })).rejects.toMatchObject({
    code: 'invalid',
    message,
  });
  expect(service.heard).toHaveLength(1);
});

test('the uploader retries failed connections', async () => {
  let count = 0;
  service.interfere(() => ((count += 1) === 1 ? 'broken' : undefined));
  expect((await describeRelease(target(), { version: '1' }, { backOffMs: 1 })).isNew).toBe(true);
});
