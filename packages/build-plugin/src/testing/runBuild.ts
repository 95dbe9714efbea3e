import { execFile, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { type SluiceOptions } from '../../types/options.d.js';

export const BUNDLERS = ['vite', 'rollup', 'rolldown', 'webpack', 'rspack', 'esbuild'] as const;
export type Bundler = (typeof BUNDLERS)[number];

/** One build of a shop; see `runBundler.mjs`. */
export interface BuildAsk {
  readonly bundler: Bundler;
  /** `environments`: Vite's client and server · `outputs`: two of Rollup · `compilers`: two of webpack or Rspack · `memory`: esbuild writes nothing. */
  readonly kind?: 'build' | 'watch' | 'serve' | 'environments' | 'outputs' | 'compilers' | 'memory';
  /** Directory of the shop, and of the output. */
  readonly root: string;
  readonly output: string;
  /** Of the plugin; without them it is not there. */
  readonly options?: SluiceOptions;
  /** The bundler's own setting of maps. */
  readonly maps?: 'hidden' | boolean;
  readonly publicPath?: string;
  readonly isServer?: boolean;
  /** Of webpack and Rspack: `production` by default. */
  readonly mode?: string;
  /** Of webpack and Rspack: `true` by default. */
  readonly realContentHash?: boolean;
  /** Code that another plugin puts before that of each file; not with esbuild. */
  readonly banner?: string;
}

export interface BuildRun {
  /** Exit code: 0, or 1 where the build failed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Warnings of the plugin. */
  readonly warnings: readonly string[];
}

const REPOSITORY = resolve(import.meta.dirname, '../../../..');
/** A process that has not ended by itself by then is ended, and its exit code is `null`. */
const TIMEOUT_MS = 60_000;

/** Transpiles the plugin and its dependencies as they are shipped. */
export async function buildPlugin(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(REPOSITORY, 'scripts/build.mjs')]);
}

/** Runs a build in a separate process, with only these environment variables, and waits for its end. */
export async function runBuild(ask: BuildAsk, environment: Readonly<Record<string, string>> = {}): Promise<BuildRun> {
  const script = join(import.meta.dirname, 'runBundler.mjs');
  const child = spawn(process.execPath, [script, JSON.stringify(ask)], {
    cwd: ask.root,
    env: { PATH: env['PATH'], ...environment },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const [output, complained]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => complained.push(text));
  const code = await new Promise<number | null>((done, reject) => child.once('error', reject).once('close', done));
  const stderr = complained.join('');
  const warnings = stderr.split('\n').filter((line) => line.startsWith('sluice: warning: '));
  return { code, stdout: output.join(''), stderr, warnings };
}
