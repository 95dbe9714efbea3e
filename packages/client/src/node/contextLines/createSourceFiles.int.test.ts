import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSourceFiles, type SourceFiles } from './createSourceFiles.js';

const directory = mkdtempSync(path.join(tmpdir(), 'sluice-lines-'));
afterAll(() => rmSync(directory, { recursive: true }));

let now: number;
let files: SourceFiles;
beforeEach(() => {
  now = 1_000;
  files = createSourceFiles(() => now);
});

describe('a source file', () => {
  it('is read as lines, without a byte order mark', () => {
    expect(files.read(write('a.js', '\uFEFFa\nb\n'))).toEqual(['a', 'b', '']);
  });

  it.each<[string, () => string]>([
    ['missing', () => path.join(directory, 'none.js')],
    ['no path', () => 'a\0.js'],
    ['a directory', () => (mkdirSync(path.join(directory, 'd.js')), path.join(directory, 'd.js'))],
    ['a device that never ends', () => '/dev/zero'],
    ['larger than 2 MiB', () => write('large.js', Buffer.alloc(2_097_153, 'a'))],
  ])('that is %s has no lines, and is remembered', (_name, make) => {
    const file = make();
    expect(files.kept(file)).toBeUndefined();
    expect(files.read(file)).toBeUndefined();
    expect(files.kept(file)).toMatchObject({ lines: undefined });
  });

  it('is cached for two seconds, then read again if it has changed', () => {
    const file = write('b.js', 'old');
    const lines = files.read(file);
    write('b.js', 'new', 2_000);
    now += 1_999;
    expect(files.kept(file)?.lines).toBe(lines);
    now += 1;
    expect(files.kept(file)).toBeUndefined();
    expect(files.read(file)).toEqual(['new']);
    now += 2_000;
    expect(files.read(file)).toBe(files.kept(file)?.lines);
  });

  it('that is the same after two seconds is not read again', () => {
    const file = write('c.js', 'same');
    const lines = files.read(file);
    now += 2_000;
    expect(files.read(file)).toBe(lines);
  });

  it('makes room for others when it was not used for longest: of 4 Mi characters', () => {
    const large = [1, 2, 3].map((number) => write(`large${number}.js`, Buffer.alloc(2_000_000, 'a')));
    const [first = '', second = '', third = ''] = large;
    files.read(first);
    files.read(second);
    expect(files.kept(first)).toBeDefined();
    files.read(third);
    expect(large.map((file) => files.kept(file) !== undefined)).toEqual([true, false, true]);
  });

  it('makes room for others when it was not used for longest: of 100 files', () => {
    const all = Array.from({ length: 101 }, (_, number) => path.join(directory, `none${number}.js`));
    all.forEach((file) => files.read(file));
    expect(all.filter((file) => files.kept(file) === undefined)).toEqual([all[0]]);
  });
});

function write(name: string, text: string | Buffer, changedAt = 1_000): string {
  const file = path.join(directory, name);
  writeFileSync(file, text);
  utimesSync(file, changedAt, changedAt);
  return file;
}
