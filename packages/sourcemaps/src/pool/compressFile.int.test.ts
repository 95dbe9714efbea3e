import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testDirectory } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import { rm, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { compressFile } from './compressFile.js';

let directory: string;
const inDirectory = (name: string): string => path.join(directory, name);
beforeEach(async () => {
  directory = await testDirectory('compress');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('compressFile', () => {
  test.each([0, 1, 1_048_576, 1_048_577, 3_000_000])('writes %i bytes that gunzip restores', async (length) => {
    const bytes = randomBytes(length);
    await writeFile(inDirectory('map'), bytes);
    compressFile(inDirectory('map'), inDirectory('map.gz'));
    expect(gunzipSync(await readFile(inDirectory('map.gz'))).equals(bytes)).toBe(true);
    expect((await stat(inDirectory('map.gz'))).mode & 0o777).toBe(0o600);
  });

  test('does not replace an existing file', async () => {
    await writeFile(inDirectory('map'), '{}');
    await writeFile(inDirectory('map.gz'), 'kept');
    expect(() => compressFile(inDirectory('map'), inDirectory('map.gz'))).toThrow(/EEXIST/);
    expect(await readFile(inDirectory('map.gz'), 'utf8')).toBe('kept');
  });
});
