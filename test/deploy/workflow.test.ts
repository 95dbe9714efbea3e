import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { text } from './composeFile.js';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string | boolean>>;
}

const source = text('.github/workflows/image.yml');
const workflow = parse(source) as { readonly jobs: { readonly build: { readonly steps: readonly Step[] } } };
const { steps } = workflow.jobs.build;
const named = (name: string): Step => steps.find((step) => step.name === name) ?? {};
const position = (name: string): number => steps.indexOf(named(name));

describe('the workflow that publishes the image', () => {
  test('says that it has not run yet', () => expect(source).toContain('has not run yet'));

  test('builds, tests, publishes and signs in this order, and publishes for tags only', () => {
    const order = ['Pin the base image', 'Build', 'Smoke test', 'Publish', 'Sign'].map(position);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
    for (const name of ['Log in', 'Publish', 'Sign'])
      expect(named(name).if).toBe("startsWith(github.ref, 'refs/tags/')");
  });

  test('builds what it publishes from the digest of the base image, with its commit', () => {
    expect(named('Pin the base image').run).toContain("sed -n 's/^ARG NODE_IMAGE=//p' deploy/Dockerfile");
    for (const name of ['Build', 'Publish']) {
      expect(named(name).with).toMatchObject({
        file: 'deploy/Dockerfile',
        'build-args': 'NODE_IMAGE=${{ steps.base.outputs.image }}\nCOMMIT=${{ github.sha }}\n',
      });
    }
  });

  test('runs scripts that exist, and actions of a fixed major version', () => {
    const scripts = steps.flatMap(({ run = '' }) => [...run.matchAll(/\bsh (\S+\.sh)/g)].map(([, file = '']) => file));
    expect(scripts).toEqual(['deploy/smoke.sh']);
    expect(scripts.filter((file) => !existsSync(join(repoRoot, file)))).toEqual([]);
    for (const { uses = 'a@v1' } of steps) expect(uses).toMatch(/@v\d+$/);
  });
});
