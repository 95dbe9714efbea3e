import { argv, cwd, env, stderr } from 'node:process';
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { type SluiceOptions } from '../types/options.js';
import { applyToCompiler } from './bundlers/applyToCompiler.js';
import { type Compiler } from './bundlers/compiler.js';
import { rolldownHooks } from './bundlers/rolldownHooks.js';
import { rollupHooks } from './bundlers/rollupHooks.js';
import { setUpEsbuild } from './bundlers/setUpEsbuild.js';
import { viteHooks } from './bundlers/viteHooks.js';
import { createSession, type Session } from './createSession.js';
import { valueOf } from './options/environment.js';

/** webpack makes a plugin anew for each of its compilers: the same options are the same session, which warns once. */
const sessions = new WeakMap<SluiceOptions, Session>();

function sessionOf(options: SluiceOptions): Session {
  // A plugin has no main.ts: this is where it meets the process it runs in.
  const surroundings = { environment: env, directory: cwd(), write: (text: string) => void stderr.write(text) };
  const session = sessions.get(options) ?? createSession(options, surroundings);
  sessions.set(options, session);
  return session;
}

/** The command lines of webpack and Rspack say so while they make the configuration. */
const isServing = (): boolean => valueOf(env, 'WEBPACK_SERVE') === 'true';

const NO_OPTIONS: SluiceOptions = {};

/**
 * The plugin for every bundler: hidden maps, uploaded after the output is written and removed from it. It acts in builds
 * only, edits no emitted file, and fails no build unless it is told to.
 */
export const sluicePlugin: UnpluginInstance<SluiceOptions | undefined, false> = createUnplugin((given) => {
  const session = sessionOf(given ?? NO_OPTIONS);
  const compiler = (one: unknown): void =>
    applyToCompiler(session, one as Compiler, { isServing: isServing(), program: argv[1] });
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
