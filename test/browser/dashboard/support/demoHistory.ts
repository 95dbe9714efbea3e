import { execFile } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../../../e2e/support/child.js';
import { quickSettings } from '../../../e2e/support/quickSettings.js';
import { repoRoot } from '../../../e2e/support/repoRoot.js';
import { type System } from '../../../e2e/support/system.js';
import { waitFor } from '../../../e2e/support/waitFor.js';

/** The demo project of a system, as `demo.json` describes it. */
export interface DemoProject {
  readonly organization: string;
  readonly project: string;
  readonly key: string;
  readonly token: string;
}

const EVENTS = 12_000;
const SEED = 41;

/** Stores two weeks of the shop in the demo project, once per system: test files that come later wait for the first. */
export async function demoWithHistory(system: System): Promise<DemoProject> {
  const [lock, done] = [join(system.dataDir, 'history.lock'), join(system.dataDir, 'history.done')];
  const isFirst = await open(lock, 'wx').then(
    (file) => file.close().then(() => true),
    () => false,
  );
  if (isFirst) {
    await promisify(execFile)(
      process.execPath,
      [join(repoRoot, 'scripts', 'demo-history.mjs'), '--count', String(EVENTS), '--seed', String(SEED)],
      { cwd: repoRoot, env: { ...cleanEnvironment(), ...quickSettings, ...system.commandEnv } },
    );
    await writeFile(done, '');
  }
  await waitFor(() => readFile(done, 'utf8').then(() => true), { what: 'the history of the demo', timeoutMs: 120_000 });
  return JSON.parse(await readFile(join(system.dataDir, 'demo.json'), 'utf8')) as DemoProject;
}
