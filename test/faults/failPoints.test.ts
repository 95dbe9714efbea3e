import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { repoRoot } from '../e2e/support/repoRoot.js';

const productFiles = [...filesBelow('packages'), ...filesBelow('services')];

describe('fail points', () => {
  test('are called in the sources at every point that the tests name', () => {
    const sources = productFiles.filter((file) => /\/src\/.*\.ts$/.test(file));
    const calls = sources.flatMap((file) => readFileSync(file, 'utf8').match(/^ *failPoint\('[a-z-]+'/gm) ?? []);
    const names = new Set(calls.map((call) => /'([a-z-]+)'/.exec(call)?.[1]));
    expect([...names].sort()).toEqual([
      'after-charge',
      'after-commit',
      'after-publish',
      'alert-composed',
      'alert-sent',
      'before-commit',
      'between-finish-and-fetch',
      'within-publish',
    ]);
  });

  test('cannot be armed by a setting: no built file reads the variable of the hook', () => {
    const built = productFiles.filter((file) => /\/dist\/.*\.js$/.test(file));
    expect(built.length).toBeGreaterThan(300);
    expect(built.filter((file) => readFileSync(file, 'utf8').includes('FAIL_POINT'))).toEqual([]);
  });

  const pass = (point: string, ...args: readonly string[]) => {
    const runtime = pathToFileURL(join(repoRoot, 'packages/runtime/dist/index.js')).href;
    const program = `import { failPoint } from '${runtime}'; failPoint('after-charge'); failPoint('after-charge'); console.log('alive');`;
    const { stdout, signal } = spawnSync(process.execPath, [...args, '--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, FAIL_POINT: point },
    });
    return [stdout.trim(), signal];
  };
  const hook = `--import=${pathToFileURL(join(repoRoot, 'test/faults/support/failPointHook.mjs')).href}`;

  test('do nothing without the hook', () => expect(pass('after-charge')).toEqual(['alive', null]));

  test.each([
    ['after-charge', ['', 'SIGKILL']],
    ['after-charge:2', ['', 'SIGKILL']],
    ['after-charge:3', ['alive', null]],
    ['after-publish', ['alive', null]],
  ])('with the hook, FAIL_POINT=%s kills the process when it reaches that point', (point, expected) =>
    expect(pass(point, hook)).toEqual(expected),
  );
});

function filesBelow(directory: string): string[] {
  return readdirSync(join(repoRoot, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}
