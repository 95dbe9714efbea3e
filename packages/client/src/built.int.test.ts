import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** What `bundle.mjs` writes, as a program of its own runs it. */
describe('what is made of the client beside one file for each', () => {
  let output: string;

  beforeAll(async () => {
    output = await mkdtemp(path.join(os.tmpdir(), 'sluice client-'));
    const module = pathToFileURL(path.resolve(import.meta.dirname, '../bundle.mjs')).href;
    const program = `await (await import(${JSON.stringify(module)})).bundle(${JSON.stringify(output)});`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  }, 60_000);

  afterAll(() => rm(output, { recursive: true, force: true }));

  it('are the files of the script tag, which import nothing', async () => {
    expect((await readdir(path.join(output, 'sdk'))).sort()).toEqual(['loader.js', 'replay.js', 'sluice.js']);
    for (const file of ['loader.js', 'replay.js', 'sluice.js']) {
      expect(await readFile(path.join(output, 'sdk', file), 'utf8')).not.toMatch(/^\s*(import|export)\b/m);
    }
  });

  it('is the recorder as a whole: a chunk that imported the program would fail with it', async () => {
    const chunk = await readFile(path.join(output, 'replay/chunk.js'), 'utf8');
    expect(chunk).not.toMatch(/^import\b/m);
    expect(chunk).toMatch(/export\s*\{\s*startRecording\s*\}/);
  });

  it.each(['browser', 'node'])('is CommonJS of the %s entry', async (entry) => {
    const file = path.join(output, `cjs/${entry}.cjs`);
    const { stdout } = await promisify(execFile)(process.execPath, [
      '-e',
      `process.stdout.write(typeof require(${JSON.stringify(file)}).captureException)`,
    ]);
    expect(stdout).toBe('function');
  });

  it.each(['browser', 'node'])('are declarations of the %s entry', async (entry) => {
    expect(await readFile(path.join(output, `types/${entry}/index.d.ts`), 'utf8')).toContain('captureException');
  });
});
