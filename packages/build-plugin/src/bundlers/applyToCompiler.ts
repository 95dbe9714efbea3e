import { type Session } from '../createSession.js';
import { type EmittedFile, type EmittedOutput } from '../output/emittedOutput.js';
import { type Compilation, type Compiler } from './compiler.js';
import { compilerStorage } from './compilerStorage.js';
import { hiddenDevtool } from './hiddenDevtool.js';
import { isBeforeBrowsers, isBrowsersOfNext, mapsSetByTool } from './mapsSetByTool.js';
import { nameAssets } from './nameAssets.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';

/** Runs after all other plugins that process written files. */
const LAST = 10_000;

/** Facts about the process that the compiler does not provide. */
export interface CompilerProcess {
  /** Mode from the command line of the bundler. */
  readonly isServing: boolean;
  /** Whether another process started this one to compile. */
  readonly isWorker: boolean;
  /** Calls a function when the process exits. */
  readonly onExit: (callback: () => void) => void;
  /** The main script of the process. */
  readonly program: string | undefined;
}

/** An output of Next for servers, and what becomes of it. */
interface Waiting {
  readonly finish: () => Promise<void>;
  /** Removes its maps at the exit of the process. */
  readonly abandon: () => void;
}

/** Outputs of Next for servers, which wait for the one for browsers: its maps are uploaded first. */
const waiting: Waiting[] = [];

/** A build for browsers that fails, or that does not use the plugin, leaves them waiting. */
const abandonWaiting = (): void => {
  for (const { abandon } of waiting.splice(0)) abandon();
};

/**
 * Sets up webpack or Rspack: hidden maps, uploaded after they are written; the release by their own `DefinePlugin`. Called for
 * each compiler of a multi-compiler.
 */
export function applyToCompiler(
  session: Session,
  compiler: Compiler,
  { isServing, isWorker, onExit, program }: CompilerProcess,
): void {
  const { options } = compiler;
  const isActive = session.isActive(isServing || options.watch === true || options.mode === 'development');
  const { DefinePlugin } = compiler.webpack;
  new DefinePlugin({ [RELEASE_CONSTANT]: session.releaseExpression(isActive) }).apply(compiler as never);
  if (!isActive) return;
  const isToolsChoice = options.devtool === false && mapsSetByTool(options, program);
  options.devtool = hiddenDevtool(isToolsChoice ? undefined : options.devtool);
  if (session.hasDebugIds && options.devtool !== false) nameAssets(compiler);
  /** Files that a repeated compilation omits because they are already written. */
  const finished = new Set<string>();
  compiler.hooks.afterEmit.tapPromise({ name: 'sluice', stage: LAST }, async (compilation) => {
    const files = filesOf(compilation).filter(({ name }) => !finished.has(name) || compilation.emittedAssets.has(name));
    if (!session.isActive(compiler.watchMode) || compiler.outputFileSystem === null || files.length === 0) return;
    // Next runs its edge compiler even without edge code, and then writes only manifests.
    if ([...compilation.chunks].length === 0) return;
    files.forEach(({ name }) => finished.add(name));
    const directory = compilation.getPath(compiler.outputPath as never, {});
    const output: EmittedOutput = {
      files,
      directory,
      storage: compilerStorage(compiler.outputFileSystem, directory),
      publicPath: publicPathOf(compilation),
      isServer: isForServers(options.target),
      mapsOption: 'devtool',
      hasDebugIds: session.hasDebugIds,
    };
    if (isBeforeBrowsers(options, isWorker)) {
      if (waiting.length === 0) onExit(abandonWaiting);
      waiting.push({ finish: () => session.finish(output), abandon: () => session.abandon(output) });
      return;
    }
    try {
      await session.finish(output);
    } finally {
      const before = isBrowsersOfNext(options) ? waiting.splice(0) : [];
      for (const { finish } of before) await finish();
    }
  });
}

const filesOf = (compilation: Compilation): readonly EmittedFile[] =>
  compilation.getAssets().map(({ name, info }) => {
    const map = info.related?.['sourceMap'];
    return { name, map: typeof map === 'string' ? map : undefined };
  });

/** `auto` and functions are evaluated in the page, so only the path below the output directory is known. */
function publicPathOf(compilation: Compilation): string | undefined {
  const { publicPath } = compilation.outputOptions;
  if (typeof publicPath !== 'string' || publicPath === 'auto') return undefined;
  return compilation.getPath(publicPath as never, {});
}

const isForServers = (target: unknown): boolean =>
  [target].flat().some((one) => typeof one === 'string' && /^(?:async-)?node/.test(one));
