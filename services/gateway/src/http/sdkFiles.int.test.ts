import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createSiteApp } from './createSiteApp.js';
import { sdkFiles } from './sdkFiles.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

describe('files of the browser SDK', () => {
  const directory = useDirectory('sdk');
  let server: Server;
  let base: string;

  beforeAll(async () => {
    await writeFile(path.join(directory.path, 'sluice.js'), 'var a;');
    server = createServer(express().use('/sdk', sdkFiles(directory.path)).use(createSiteApp(false)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  it('are JavaScript that any page may load, kept for an hour and then asked for by their tag', async () => {
    const response = await fetch(`${base}/sdk/sluice.js`);
    expect([response.status, await response.text()]).toEqual([200, 'var a;']);
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const tag = response.headers.get('etag') ?? '';
    // `fetch` would add `no-cache`.
    const again = await new Promise((resolve) => {
      get(`${base}/sdk/sluice.js`, { headers: { 'if-none-match': tag } }, ({ statusCode }) => resolve(statusCode));
    });
    expect(again).toBe(304);
  });

  it('are compressed as the browser accepts it, under one weak tag', async () => {
    const text = 'var answer = 42;\n'.repeat(500);
    await writeFile(path.join(directory.path, 'replay.js'), text);
    const ask = (
      headers: Record<string, string>,
    ): Promise<{ headers: IncomingHttpHeaders; status: number | undefined; bytes: Buffer }> =>
      new Promise((resolve, reject) => {
        const request = get(`${base}/sdk/replay.js`, { headers }, (response) => {
          buffer(response).then((bytes) => {
            resolve({ headers: response.headers, status: response.statusCode, bytes });
          }, reject);
        });
        request.once('error', reject);
      });
    const plain = await ask({});
    const gz = await ask({ 'accept-encoding': 'gzip' });
    const br = await ask({ 'accept-encoding': 'gzip, deflate, br' });
    expect([
      plain.bytes.toString(),
      gunzipSync(gz.bytes).toString(),
      brotliDecompressSync(br.bytes).toString(),
    ]).toEqual([text, text, text]);
    expect([plain, gz, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    expect([plain, gz, br].map(({ bytes, headers }) => bytes.length === Number(headers['content-length']))).toEqual([
      true,
      true,
      true,
    ]);
    for (const { headers } of [plain, gz, br]) expect(headers.vary).toMatch(/\bAccept-Encoding\b/);
    expect(new Set([plain, gz, br].map(({ headers }) => headers.etag))).toEqual(
      new Set([expect.stringMatching(/^W\/"/)]),
    );
    const tag = br.headers.etag ?? '';
    expect((await ask({ 'accept-encoding': 'br', 'if-none-match': tag })).status).toBe(304);
    expect((await ask({ 'accept-encoding': 'br', 'if-none-match': 'W/"other"' })).status).toBe(200);
    await writeFile(path.join(directory.path, 'replay.js'), 'var changed;');
    expect((await ask({})).bytes.toString()).toBe('var changed;');
  });

  it.each(['/sdk/', '/sdk/other.js', '/sdk/..%2fpackage.json', '/sdk/%00', '/sdk'])(
    'are the only files: %s is not found',
    async (address) => {
      const response = await fetch(`${base}${address}`);
      expect([400, 404]).toContain(response.status);
      expect(await response.json()).toMatchObject({ success: false });
    },
  );
});
