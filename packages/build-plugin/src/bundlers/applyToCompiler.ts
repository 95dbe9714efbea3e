import { type Session } from '../createSession.js';
import { type EmittedFile, type EmittedOutput } from '../output/emittedOutput.js';
import { type Compilation, type Compiler } from './compiler.js';
import { compilerStorage } from './compilerStorage.js';
import { hiddenDevtool } from './hiddenDevtool.js';
import { isBeforeBrowsers, isBrowsersOfNext, mapsSetByTool } from './mapsSetByTool.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';

/** Runs after all other plugins that process written files. */
const LAST = 10_000;

/** Facts about the process that the compiler does not provide. */
export interface CompilerProcess {
  /** Mode from the command line of the bundler. */
  readonly isServing: boolean;
  /** Whether another process started this one to compile. */
  readonly isWorker: boolean;
  /** The main script of the process. */
  readonly program: string | undefined;
}

/** Outputs of Next for servers, which wait for the one for browsers: its maps are uploaded first. */
const waiting: (() => Promise<void>)[] = [];

/**
 * Sets up webpack or Rspack: hidden maps, uploaded after they are written; the release by their own `DefinePlugin`. Called for
 * each compiler of a multi-compiler.
 */
export function applyToCompiler(
  session: Session,
  compiler: Compiler,
  { isServing, isWorker, program }: CompilerProcess,
): void {
  const { options } = compiler;
  const isActive = session.isActive(isServing || options.watch === true || options.mode === 'development');
  const { DefinePlugin } = compiler.webpack;
  new DefinePlugin({ [RELEASE_CONSTANT]: session.releaseExpression(isActive) }).apply(compiler as never);
  if (!isActive) return;
  const isToolsChoice = options.devtool === false && mapsSetByTool(options, program);
  options.devtool = hiddenDevtool(isToolsChoice ? undefined : options.devtool);
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
    };
    if (isBeforeBrowsers(options, isWorker)) {
      waiting.push(() => session.finish(output));
      return;
    }
    await session.finish(output);
    if (!isBrowsersOfNext(options)) return;
    for (const finish of waiting.splice(0)) await finish();
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
