import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createManagementApp } from './managementApp.js';
import { sdkFiles } from './sdkFiles.js';

describe('files of the browser SDK', () => {
  let directory: string;
  let server: Server;
  let base: string;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-sdk-'));
    await writeFile(path.join(directory, 'sluice.js'), 'var a;');
    server = createServer(express().use('/sdk', sdkFiles(directory)).use(createManagementApp()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true, force: true });
  });

  it('are JavaScript that any page may load, kept for an hour and then asked for by their tag', async () => {
    const response = await fetch(`${base}/sdk/sluice.js`);
    expect([response.status, await response.text()]).toEqual([200, 'var a;']);
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const tag = response.headers.get('etag') ?? '';
    // `fetch` would add a `no-cache` of its own.
    const again = await new Promise((resolve) => {
      get(`${base}/sdk/sluice.js`, { headers: { 'if-none-match': tag } }, ({ statusCode }) => resolve(statusCode));
    });
    expect(again).toBe(304);
  });

  it.each(['/sdk/', '/sdk/other.js', '/sdk/..%2fpackage.json', '/sdk/%00', '/sdk'])(
    'are all there is: %s is nothing',
    async (address) => {
      const response = await fetch(`${base}${address}`);
      expect([400, 404]).toContain(response.status);
      expect(await response.json()).toMatchObject({ success: false });
    },
  );
});
