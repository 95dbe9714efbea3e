import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { appFiles } from './appFiles.js';
import { findAppRoot } from './appRoot.js';

const exception = { type: 'Error', message: 'x' };

describe('files below the root', () => {
  const named = appFiles('/srv/my shop');
  const fileOf = (file: string): unknown => named({ ...exception, frames: [{ file }] }).frames?.[0]?.file;

  it.each([
    ['/srv/my shop/dist/entry.js', 'app:///dist/entry.js'],
    ['/srv/my shop/node_modules/a/b.js', 'app:///node_modules/a/b.js'],
    ['/srv/my shopping/dist/entry.js', '/srv/my shopping/dist/entry.js'],
    ['/usr/lib/a.js', '/usr/lib/a.js'],
    ['node:internal/timers', 'node:internal/timers'],
    ['<anonymous>', '<anonymous>'],
  ])('%s is %s', (file, name) => expect(fileOf(file)).toBe(name));

  it('are named in causes, in errors of an aggregate, and in a raw stack, but not in messages', () => {
    const frames = [{ file: '/srv/my shop/a.js', line: 1 }, { function: 'f' }];
    const stack = [
      'Error: two',
      'lines of /srv/my shop/a.js',
      '    at f (/srv/my shop/a.js:1:2)',
      '    at file:///srv/my%20shop/b.mjs:3:4',
      '    at g (/other/srv/my shop/c.js:5:6)',
    ].join('\n');
    const renamed = [{ file: 'app:///a.js', line: 1 }, { function: 'f' }];
    expect(named({ ...exception, stack, cause: { ...exception, frames }, errors: [{ ...exception, frames }] })).toEqual(
      {
        ...exception,
        stack: [
          'Error: two',
          'lines of /srv/my shop/a.js',
          '    at f (app:///a.js:1:2)',
          '    at app:///b.mjs:3:4',
          '    at g (/other/srv/my shop/c.js:5:6)',
        ].join('\n'),
        cause: { ...exception, frames: renamed },
        errors: [{ ...exception, frames: renamed }],
      },
    );
  });

  it('are named below the root of the file system, too', () => {
    expect(appFiles('/')({ ...exception, frames: [{ file: '/a/b.js' }] }).frames).toEqual([{ file: 'app:///a/b.js' }]);
  });
});

describe('the root', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sluice-root-'));
  const program = path.join(directory, 'shop/dist/server/entry.js');
  mkdirSync(path.dirname(program), { recursive: true });
  writeFileSync(path.join(directory, 'shop/package.json'), '{}');
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each([
    ['the current directory', path.join(directory, 'shop/dist'), program, path.join(directory, 'shop/dist')],
    [
      'that of the package, for a program elsewhere',
      path.join(directory, 'other'),
      program,
      path.join(directory, 'shop'),
    ],
    ['that of the package, in the root of the file system', '/', program, path.join(directory, 'shop')],
    ['the current one without a program', '/', undefined, '/'],
    [
      'the current one without a package',
      path.join(directory, 'other'),
      '/nowhere/a.js',
      path.join(directory, 'other'),
    ],
  ])('is %s', (_, current, main, root) => expect(findAppRoot(current, main)).toBe(root));
});
