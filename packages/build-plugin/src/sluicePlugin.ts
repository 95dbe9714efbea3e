import process, { argv, cwd, env, stderr } from 'node:process';
import { isMainThread } from 'node:worker_threads';
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { type SluiceOptions } from '../types/options.d.js';
import { applyToCompiler } from './bundlers/applyToCompiler.js';
import { type Compiler } from './bundlers/compiler.js';
import { rolldownHooks } from './bundlers/rolldownHooks.js';
import { rollupHooks } from './bundlers/rollupHooks.js';
import { setUpEsbuild } from './bundlers/setUpEsbuild.js';
import { viteHooks } from './bundlers/viteHooks.js';
import { createSession, type Session } from './createSession.js';
import { valueOf } from './options/environment.js';

/** webpack creates a plugin per compiler; plugins with the same options share a session, so that warnings appear once. */
const sessions = new WeakMap<SluiceOptions, Session>();

function sessionOf(options: SluiceOptions): Session {
  // The plugin's entry point, which may access the process.
  const surroundings = { environment: env, directory: cwd(), write: (text: string) => void stderr.write(text) };
  const session = sessions.get(options) ?? createSession(options, surroundings);
  sessions.set(options, session);
  return session;
}

/** Set by the command lines of webpack and Rspack while they load the configuration. */
const isServing = (): boolean => valueOf(env, 'WEBPACK_SERVE') === 'true';

const NO_OPTIONS: SluiceOptions = {};

/**
 * Creates the plugin for a bundler: hidden maps, uploaded after the output is written and then removed, and debug ids. It is active
 * in production builds only, and never fails a build unless the option `strict` is set.
 */
export const sluicePlugin: UnpluginInstance<SluiceOptions | undefined, false> = createUnplugin((given) => {
  const session = sessionOf(given ?? NO_OPTIONS);
  const isWorker = !isMainThread || process.send !== undefined;
  const onExit = (callback: () => void): void => void process.once('exit', callback);
  const compiler = (one: unknown): void =>
    applyToCompiler(session, one as Compiler, { isServing: isServing(), isWorker, onExit, program: argv[1] });
  return {
    name: 'sluice',
    vite: viteHooks(session),
    rollup: rollupHooks(session),
    rolldown: rolldownHooks(session),
    webpack: compiler,
    rspack: compiler,
    esbuild: { setup: (build) => setUpEsbuild(session, build) },
  };
});
