import { type Session } from '../createSession.js';
import { type EmittedFile } from '../output/emittedOutput.js';
import { type Compilation, type Compiler } from './compiler.js';
import { compilerStorage } from './compilerStorage.js';
import { hiddenDevtool } from './hiddenDevtool.js';
import { mapsSetByTool } from './mapsSetByTool.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';

/** Behind whatever else works on the files that were written. */
const LAST = 10_000;

/** What is known of the process before a compiler knows it. */
export interface CompilerProcess {
  /** What the command line of the bundler says. */
  readonly isServing: boolean;
  /** The file that Node was started with. */
  readonly program: string | undefined;
}

/**
 * webpack and Rspack: hidden maps, uploaded when they are written; the release by their own `DefinePlugin`. Of several
 * compilers each is given to this function.
 */
export function applyToCompiler(session: Session, compiler: Compiler, { isServing, program }: CompilerProcess): void {
  const { options } = compiler;
  const isActive = session.isActive(isServing || options.watch === true || options.mode === 'development');
  const { DefinePlugin } = compiler.webpack;
  new DefinePlugin({ [RELEASE_CONSTANT]: session.releaseExpression(isActive) }).apply(compiler as never);
  if (!isActive) return;
  const isToolsChoice = options.devtool === false && mapsSetByTool(options, program);
  options.devtool = hiddenDevtool(isToolsChoice ? undefined : options.devtool);
  /** What a compiler that runs again leaves out, because it wrote it before. */
  const finished = new Set<string>();
  compiler.hooks.afterEmit.tapPromise({ name: 'sluice', stage: LAST }, async (compilation) => {
    const files = filesOf(compilation).filter(({ name }) => !finished.has(name) || compilation.emittedAssets.has(name));
    if (!session.isActive(compiler.watchMode) || compiler.outputFileSystem === null || files.length === 0) return;
    // Next compiles for its edge runtime also where nothing is for it, and writes lists of files alone.
    if ([...compilation.chunks].length === 0) return;
    files.forEach(({ name }) => finished.add(name));
    const directory = compilation.getPath(compiler.outputPath as never, {});
    await session.finish({
      files,
      directory,
      storage: compilerStorage(compiler.outputFileSystem, directory),
      publicPath: publicPathOf(compilation),
      isServer: isForServers(options.target),
      mapsOption: 'devtool',
    });
  });
}

const filesOf = (compilation: Compilation): readonly EmittedFile[] =>
  compilation.getAssets().map(({ name, info }) => {
    const map = info.related?.['sourceMap'];
    return { name, map: typeof map === 'string' ? map : undefined };
  });

/** What `auto` and functions answer is found out by the page: the path below the output directory is all that is known. */
function publicPathOf(compilation: Compilation): string | undefined {
  const { publicPath } = compilation.outputOptions;
  if (typeof publicPath !== 'string' || publicPath === 'auto') return undefined;
  return compilation.getPath(publicPath as never, {});
}

const isForServers = (target: unknown): boolean =>
  [target].flat().some((one) => typeof one === 'string' && /^(?:async-)?node/.test(one));
