import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repoRoot } from '../e2e/support/repoRoot.js';

const mention = /fail_?point/i;

const filesBelow = (directory: string): string[] =>
  readdirSync(join(repoRoot, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));

/** The inline source map of a built file: a debugger shows what is in it. */
function mapOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  const map = /sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)/.exec(text)?.[1] ?? '';
  return Buffer.from(map, 'base64').toString('utf8');
}

describe('places to crash at', () => {
  test('are in the sources, so that there is something to leave out', () => {
    const sources = [...filesBelow('packages'), ...filesBelow('services')].filter((file) =>
      /\/src\/.*\.ts$/.test(file),
    );
    const calls = sources.flatMap((file) => readFileSync(file, 'utf8').match(/^ *failPoint\('[a-z-]+'/gm) ?? []);
    const names = new Set(calls.map((call) => /'([a-z-]+)'/.exec(call)?.[1]));
    expect([...names].sort()).toEqual([
      'after-charge',
      'after-commit',
      'after-publish',
      'before-commit',
      'between-finish-and-fetch',
      'within-publish',
    ]);
  });

  test('are in no built file, neither by name nor by the variable that arms them', () => {
    const built = [...filesBelow('packages'), ...filesBelow('services')].filter((file) => /\/dist\/.*\.js$/.test(file));
    expect(built.length).toBeGreaterThan(300);
    // An import that nothing uses stays in the text of the map; a call of it, or the variable, must be nowhere.
    const naming = built.filter((file) => {
      const [code = ''] = readFileSync(file, 'utf8').split('//# sourceMappingURL');
      return mention.test(code) || /FAIL_POINT|failPoint\(/.test(mapOf(file));
    });
    expect(naming).toEqual([]);
  });
});
