import { type PluginBuild } from 'esbuild';
import { dirname, resolve } from 'node:path';
import { type Session } from '../createSession.js';
import { esbuildStorage } from './esbuildStorage.js';
import { isEsbuildContext } from './isEsbuildContext.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';

/** Sets up esbuild: maps without a comment, uploaded after they are written; the release by its own `define`. */
export function setUpEsbuild(session: Session, build: PluginBuild): void {
  const { initialOptions } = build;
  const isContext = isEsbuildContext();
  const isActive = session.isActive(isContext);
  if (isContext && !isActive) session.report.debug('inactive in an esbuild context unless the option enabled is true');
  const release = session.releaseExpression(isActive);
  initialOptions.define = { [RELEASE_CONSTANT]: release, ...initialOptions.define };
  if (!isActive) return;
  if (initialOptions.sourcemap !== false) initialOptions.sourcemap = 'external';
  // The metafile is esbuild's only list of outputs.
  initialOptions.metafile = true;
  const base = resolve(initialOptions.absWorkingDir ?? '.');
  const directory = resolve(base, initialOptions.outdir ?? dirname(initialOptions.outfile ?? '.'));
  build.onEnd(async (result) => {
    if (result.errors.length > 0) return {};
    try {
      await session.finish({
        ...esbuildStorage(result, base, directory),
        publicPath: initialOptions.publicPath,
        isServer: initialOptions.platform === 'node',
        mapsOption: 'sourcemap',
        hasDebugIds: false,
      });
      return {};
    } catch (error) {
      return { errors: [{ text: error instanceof Error ? error.message : String(error) }] };
    }
  });
}
