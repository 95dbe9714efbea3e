import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, stop } from 'esbuild';

/** How a program ended. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs programs that import the SDK as `./sluice.cjs`, each in a separate process. */
export interface Programs {
  /** @param flags of Node. @param onOutput may end it, once it has said something */
  run(program: string, flags?: readonly string[], onOutput?: (child: ChildProcess) => void): Promise<Ended>;
  remove(): Promise<void>;
}

const ENTRY = path.resolve(import.meta.dirname, '../index.ts');
const MOST_MS = 20_000;

/** Bundles the SDK from `src` into a separate directory. */
export async function bundlePrograms(): Promise<Programs> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sluice-client-'));
  const outfile = path.join(directory, 'sluice.cjs');
  const conditions = ['@sluice/source'];
  await build({
    entryPoints: [ENTRY],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions,
    logLevel: 'error',
  });
  let programs = 0;
  return {
    run: async (program, flags = [], onOutput) => {
      const file = path.join(directory, `program${++programs}.cjs`);
      await writeFile(file, program);
      return run([...flags, file], onOutput);
    },
    remove: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function run(args: readonly string[], onOutput?: (child: ChildProcess) => void): Promise<Ended> {
  const child = spawn(process.execPath, args, { timeout: MOST_MS, env: {} });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    onOutput?.(child);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
