import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { dashboardRouter } from './dashboardRouter.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const HTML = { accept: 'text/html,*/*;q=0.8' };
const SCRIPT = 'console.log(1);';

const directory = useDirectory('dashboard');
const servers: Server[] = [];

beforeAll(async () => {
  await mkdir(path.join(directory.path, '_app'));
  await writeFile(path.join(directory.path, 'index.html'), '<base href="/" /><title>Sluice</title>');
  await writeFile(path.join(directory.path, 'secret.txt'), 'secret');
  await writeFile(path.join(directory.path, '_app/index-12345678.js'), SCRIPT);
  await writeFile(path.join(directory.path, '_app/index-12345678.js.gz'), gzipSync(SCRIPT));
  await writeFile(path.join(directory.path, '_app/theme.js'), SCRIPT);
});
afterAll(() => {
  for (const server of servers) server.close();
});

describe('the page', () => {
  test.each(['/', '/sign-in?next=/a', '/acme/shop/issues/12'])(
    'is at %s, and allows nothing inline or foreign',
    async (url) => {
      const answer = await fetch((await serve()) + url, { headers: HTML });
      expect([answer.status, await answer.text()]).toEqual([200, '<base href="/" /><title>Sluice</title>']);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test('knows the path of PUBLIC_URL', async () => {
    const answer = await fetch(`${await serve('https://example.com/tools/sluice/')}/`, { headers: HTML });
    expect(await answer.text()).toContain('<base href="/tools/sluice/" />');
  });

  test('is not for programs', async () => {
    expect((await fetch(`${await serve()}/acme/shop/issues`)).status).toBe(404);
  });
});

describe('a file', () => {
  test.each([
    ['gzip', 'gzip'],
    ['identity', null],
    ['br', null],
  ])('is sent in an encoding of the build (accepted: %s)', async (accepted, encoding) => {
    const answer = await fetch(`${await serve()}/_app/index-12345678.js`, { headers: { 'accept-encoding': accepted } });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([encoding, SCRIPT]);
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
  });

  test('with a hash in its name never changes, others are asked for again', async () => {
    const at = await serve();
    const cached = async (name: string) => (await fetch(`${at}/_app/${name}`)).headers.get('cache-control');
    expect(await cached('index-12345678.js')).toBe('public, max-age=31536000, immutable');
    expect(await cached('theme.js')).toBe('no-cache');
  });

  test.each(['/_app/nothing.js', '/_app/..%2fsecret.txt', '/_app/.hidden', '/secret.txt', '/_app/'])(
    '%s is not served',
    async (url) => {
      expect((await fetch((await serve()) + url)).status).toBe(404);
    },
  );
});

/** Serves the dashboard, and 404 for what it passes on. @returns the address */
async function serve(publicUrl?: string): Promise<string> {
  const server = createServer(express().use(dashboardRouter({ directory: directory.path, publicUrl })));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
