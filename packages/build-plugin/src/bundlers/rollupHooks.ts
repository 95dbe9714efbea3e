import { type Plugin } from 'rollup';
import { type Session } from '../createSession.js';
import { bundleFiles } from './bundleFiles.js';
import { DEBUG_IDS } from '../debugIds/nameCode.js';
import { nameChunks } from './nameChunks.js';
import { diskOutput } from './diskOutput.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';
import { pluginNames } from './pluginNames.js';
import { importRelease, isReleaseModule, releaseModule } from './releaseModule.js';
import { usesNode } from './usesNode.js';

/** Hooks for Rollup: hidden maps for every output, uploaded after it is written; the release as an import after the last line. */
export function rollupHooks(session: Session): Partial<Plugin> {
  /** Nitro builds servers for all platforms and omits the sources from their maps. */
  let isNitro = false;
  return {
    buildStart({ plugins }) {
      isNitro = pluginNames(plugins).some((name) => name.startsWith('nitro:'));
    },
    outputOptions(options) {
      if (!session.isActive(this.meta.watchMode) || options.sourcemap === false) return null;
      return { ...options, sourcemap: 'hidden', ...(isNitro ? { sourcemapExcludeSources: false } : {}) };
    },
    resolveId: (id) => (isReleaseModule(id) ? { id, moduleSideEffects: false } : null),
    load(id) {
      if (!isReleaseModule(id)) return null;
      return releaseModule(session.releaseExpression(session.isActive(this.meta.watchMode)));
    },
    transform: {
      // After the plugins that compile other languages to JavaScript.
      order: 'post',
      filter: { code: RELEASE_CONSTANT },
      handler(code, id) {
        const imported = importRelease(code, id);
        return imported === undefined ? null : { code: imported, map: null };
      },
    },
    augmentChunkHash() {
      return session.hasDebugIds && session.isActive(this.meta.watchMode) ? DEBUG_IDS : undefined;
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        if (session.hasDebugIds && session.isActive(this.meta.watchMode)) nameChunks(this, bundle);
      },
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(options, bundle) {
        if (!session.isActive(this.meta.watchMode)) return;
        await session.finish({
          files: bundleFiles(bundle),
          ...diskOutput(options),
          publicPath: undefined,
          isServer: isNitro || usesNode(bundle),
          mapsOption: 'output.sourcemap',
          hasDebugIds: session.hasDebugIds,
        });
      },
    },
  };
}
