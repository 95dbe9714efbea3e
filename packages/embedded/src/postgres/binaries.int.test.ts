import { expect, test } from '@jest/globals';
import { testDirectory } from '@sluice/testkit';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { completeInstallation } from './binaries.js';

test('an installation without post-install scripts is completed: libraries linked, programs executable', async () => {
  const directory = path.join(await testDirectory('binaries'), 'copied elsewhere');
  await mkdir(path.join(directory, 'bin'), { recursive: true });
  await mkdir(path.join(directory, 'lib'));
  await writeFile(path.join(directory, 'lib', 'libx.so.1.2'), 'library');
  for (const name of ['initdb', 'postgres']) await writeFile(path.join(directory, 'bin', name), '', { mode: 0o644 });
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  await writeFile(path.join(directory, 'pg-symlinks.json'), JSON.stringify(links));
  await completeInstallation(directory);
  await completeInstallation(directory);
  expect(await readFile(path.join(directory, 'lib', 'libx.so.1'), 'utf8')).toBe('library');
  expect((await stat(path.join(directory, 'bin', 'postgres'))).mode & 0o777).toBe(0o755);
});
