import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SOURCEMAPS_ADDRESSES } from '@sluice/sourcemaps-service';
import { freePort } from '../e2e/support/freePort.js';
import { ask } from '../e2e/support/http.js';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { waitFor } from '../e2e/support/waitFor.js';
import { compose, folders, service, text, type Service } from './composeFile.js';

/** Returns an IPv4 address as a 32-bit number. */
const bitsOf = (ip: string): number => ip.split('.').reduce((bits, part) => bits * 256 + Number(part), 0);

describe('docker-compose.yml', () => {
  test.each(folders)('%s has its own container with a readiness check', (name) => {
    const { command, healthcheck, image, build } = service(name);
    expect(command).toEqual([`services/${name}/dist/main.js`]);
    expect(readdirSync(join(repoRoot, 'services', name, 'src'))).toContain('main.ts');
    expect(healthcheck?.test?.join(' ')).toContain('/readyz');
    expect([image, build?.dockerfile]).toEqual(['sluice:local', 'deploy/Dockerfile']);
  });

  test.each(folders)('%s starts after the migration and a healthy Redis', (name) => {
    expect(service(name).depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    });
    expect(service('migrate').depends_on).toMatchObject({ postgres: { condition: 'service_healthy' } });
  });

  test('every server has a health check', () => {
    for (const name of ['proxy', 'postgres', 'redis'])
      expect(service(name).healthcheck?.test?.length).toBeGreaterThan(0);
  });

  test('only the port of the proxy is published', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    expect(service('proxy').ports).toEqual(['8000:8080']);
  });

  test.each(['gateway', 'api', 'sourcemaps'])(
    '%s trusts the proxy’s address and nothing else of its network',
    (name) => {
      const proxy = address(service('proxy').networks, 'edge');
      const subnet = compose.networks['edge']?.ipam?.config[0]?.subnet ?? '';
      const trusted = service(name).environment?.['TRUSTED_PROXIES'] ?? '';
      expect(covers(subnet, proxy)).toBe(true);
      expect(covers(trusted, proxy)).toBe(true);
      expect(covers(trusted, proxy.replace(/\d+$/, '1'))).toBe(false);
      expect(service(name).networks).toEqual(['edge', 'inner']);
    },
  );

  test('the proxy cannot reach the database and Redis', () => {
    for (const name of ['postgres', 'redis']) expect(service(name).networks).toEqual(['inner']);
    expect(Object.keys(service('proxy').networks ?? {})).toEqual(['edge']);
  });

  test('Redis writes before it acknowledges, and never evicts', () => {
    const flags = (service('redis').command ?? []).join(' ');
    for (const flag of [
      '--appendonly yes',
      '--appendfsync always',
      '--maxmemory-policy noeviction',
      'requirepass %s',
    ]) {
      expect(flags).toContain(flag);
    }
  });

  test('the output of the command line, which contains tokens, is not logged', () => {
    expect(service('sluice').logging).toEqual({ driver: 'none' });
  });

  test('sets no project name and keeps data in volumes', () => {
    expect(compose.name).toBeUndefined();
    expect(Object.keys(compose.volumes).sort()).toEqual(['postgres', 'redis']);
  });
});

describe('the proxy', () => {
  const conf = text('deploy/proxy/nginx.conf');
  test.each([
    ['says who asked', 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'],
    ['leaves the ceiling of bodies to the gateway', 'client_max_body_size 0;'],
    ['lets the gateway refuse a body before it has come', 'proxy_request_buffering off;'],
    ['never answers for a gateway that died', 'return 444;'],
    ['sends to the gateways', 'server gateway:8000'],
    ['sends uploads and releases to the source map service', 'server sourcemaps:8000'],
  ])('%s', (_name, directive) => expect(conf).toContain(directive));

  test.each([
    ['/api/0/projects/acme/shop/sourcemaps', true],
    ['/api/0/projects/acme/shop/sourcemaps/explain', true],
    ['/api/0/projects/acme/shop/releases/a/b', true],
    ['/api/0/projects/acme/shop/sourcemapsx', false],
    ['/api/0/projects/acme/releases', false],
    ['/api/0/projects/acme/shop/issues', false],
    ['/api/0/docs', false],
  ])('%s is the source map service’s: %s', (path, isOurs) => {
    const [, pattern = ''] = /location ~ (\S+) \{\s+proxy_pass http:\/\/sourcemaps;/.exec(conf) ?? [];
    expect(pattern).not.toBe('');
    expect(new RegExp(pattern).test(path)).toBe(isOurs);
  });

  test.each([
    ['/api/0/', true],
    ['/api/0/organizations/acme/chunk-upload/', true],
    ['/api/0/organizations/acme/artifactbundle/assemble/', true],
    ['/api/0/organizations/acme/repos/', true],
    ['/api/0/organizations/acme/releases/', true],
    ['/api/0/organizations/acme/releases/shop@1.2.0/deploys/', true],
    ['/api/0/organizations', false],
    ['/api/0/organizations/acme', false],
    ['/api/0/organizations/acme/members', false],
    ['/api/0/organizations/acme/erasures', false],
    ['/api/0/docs', false],
  ])('%s is routed as a path of Sentry, to one process for each token: %s', (path, isSentrys) => {
    const [, pattern = ''] = /location ~ (\S+) \{\s+proxy_pass http:\/\/sentry;/.exec(conf) ?? [];
    const [, haproxy = ''] = /acl is_sentry path_reg (\S+)/.exec(text('deploy/proxy/haproxy.cfg')) ?? [];
    expect([pattern, haproxy]).not.toContain('');
    expect([pattern, haproxy].map((one) => new RegExp(one).test(path))).toEqual([isSentrys, isSentrys]);
    expect(SOURCEMAPS_ADDRESSES.test(path)).toBe(isSentrys);
    expect(conf).toMatch(/upstream sentry \{[^}]*hash \$http_authorization consistent;/);
    // A path behind the name would replace that of the request, with its slash.
    expect(conf).not.toMatch(/proxy_pass http:\/\/sentry\//);
  });

  test.each([
    ['Compose', service('proxy').mem_limit],
    ['Kubernetes', /limits: \{ memory: (\w+) \}/.exec(text('deploy/kubernetes/base/proxy.yaml'))?.[1]],
  ])('needs at most the memory that it gets from %s, and no room in /tmp', (_name, limit = '') => {
    const numbers = (pattern: RegExp): readonly number[] => (pattern.exec(conf) ?? []).slice(1).map(Number);
    const [processes = NaN] = numbers(/worker_processes (\d+);/);
    const [connections = NaN] = numbers(/worker_connections (\d+);/);
    const [headers = NaN, headerKb = NaN] = numbers(/large_client_header_buffers (\d+) (\d+)k;/);
    const [buffers = NaN, bufferKb = NaN] = numbers(/proxy_buffers (\d+) (\d+)k;/);
    const [firstKb = NaN] = numbers(/proxy_buffer_size (\d+)k;/);
    const [bodyKb = NaN] = numbers(/client_body_buffer_size (\d+)k;/);
    // A request has a connection on each side.
    const requests = (processes * connections) / 2;
    const mb = (requests * (headers * headerKb + buffers * bufferKb + firstKb + bodyKb)) / 1024;
    expect(mb).toBeLessThanOrEqual(Number(/^(\d+)(?:m|Mi)$/.exec(limit)?.[1]));
    const [, collected = ''] = /"~(\S+)" collected;/.exec(conf) ?? [];
    expect([bodyKb * 1024, 100_000, ''].map((length) => new RegExp(collected).test(String(length)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(new RegExp(collected).test('50000')).toBe(true);
    expect(conf).toContain('proxy_max_temp_file_size 0;');
  });

  test('sets no CORS header, which would duplicate the gateway’s', () => {
    expect(conf).not.toMatch(/add_header|proxy_hide_header/);
  });
});

const command = process.env['NGINX'] ?? 'nginx';
const nginx = spawnSync(command, ['-v']).error === undefined;
if (!nginx)
  process.stderr.write('SKIPPED test/deploy: nginx is not installed, its configuration was not checked by it\n');

/** Resolves to whether a TCP connection is accepted there. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** The proxy's configuration for this machine: names are looked up at start, and `resolve` needs nginx 1.27.3. */
function localConfiguration(folder: string, port: number, upstreamPort: number): string {
  const file = join(folder, 'nginx.conf');
  const conf = text('deploy/proxy/nginx.conf')
    .replaceAll(' resolve ', ' ')
    .replace(/(gateway|api|sourcemaps):8000/g, `127.0.0.1:${upstreamPort}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('/tmp/', `${folder}/`);
  writeFileSync(file, conf);
  return file;
}

(nginx ? describe : describe.skip)('nginx with this configuration', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-nginx-'));
  });
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  });

  test('accepts the configuration', () => {
    const checked = spawnSync(command, ['-t', '-c', localConfiguration(folder, 8080, 8000)], { encoding: 'utf8' });
    expect(checked.stderr).toContain('syntax is ok');
  });

  /** Runs nginx with this configuration in front of `upstreamPort`, and returns what it logged. */
  async function withProxy(upstreamPort: number, use: (port: number) => Promise<void>): Promise<string> {
    const port = await freePort();
    const args = ['-e', 'stderr', '-c', localConfiguration(folder, port, upstreamPort), '-g', 'daemon off;'];
    const proxy = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    for (const stream of [proxy.stdout, proxy.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    const ended = new Promise((resolve) => proxy.once('close', resolve));
    try {
      await waitFor(() => answers(port), { what: 'nginx to listen' });
      await use(port);
    } finally {
      proxy.kill('SIGTERM');
      await ended;
    }
    return Buffer.concat(output).toString();
  }

  test('logs no project key of a beacon whose gateway does not answer', async () => {
    const logged = await withProxy(await freePort(), async (port) => {
      const url = `http://127.0.0.1:${port}`;
      expect((await ask(`${url}/api/0/docs`)).status).toBe(503);
      const beacon = ask(`${url}/api/envelope?service_key=${'5'.repeat(32)}`, {
        method: 'POST',
        body: '{"events":[]}',
      });
      await expect(beacon).rejects.toThrow();
    });
    expect(logged).toContain('/api/0/docs');
    expect(logged).not.toContain('service_key');
  });

  test('answers a client that has closed its side of the connection', async () => {
    const upstream = createServer().listen(0, '127.0.0.1');
    servers.push(upstream);
    await once(upstream, 'listening');
    await withProxy((upstream.address() as AddressInfo).port, async (port) => {
      const client = connect(port, '127.0.0.1');
      const heard: Buffer[] = [];
      client.on('data', (chunk: Buffer) => heard.push(chunk));
      client.end('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      const [, response] = (await once(upstream, 'request')) as [unknown, ServerResponse];
      // Time for nginx to give up, as it does by default.
      setTimeout(() => response.end('{"success":true}'), 100);
      await once(client, 'close');
      expect(Buffer.concat(heard).toString()).toMatch(/^HTTP\/1\.1 200 [^]*\{"success":true\}/);
    });
  });
});

function covers(network: string, ip: string): boolean {
  const [base = '', length = '32'] = network.split('/');
  const size = 2 ** (32 - Number(length));
  return Math.floor(bitsOf(base) / size) === Math.floor(bitsOf(ip) / size);
}

function address(networks: Service['networks'], name: string): string {
  return (networks as Record<string, { ipv4_address: string }>)[name]?.ipv4_address ?? '';
}
