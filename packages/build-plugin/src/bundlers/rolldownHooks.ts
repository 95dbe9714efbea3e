import { type Plugin } from 'rolldown';
import { type Session } from '../createSession.js';
import { bundleFiles } from './bundleFiles.js';
import { DEBUG_IDS } from '../debugIds/nameCode.js';
import { nameChunks } from './nameChunks.js';
import { diskOutput } from './diskOutput.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';
import { usesNode } from './usesNode.js';

/** Hooks for Rolldown: hidden maps for every output, uploaded after it is written; the release by its own `define`. */
export function rolldownHooks(session: Session): Partial<Plugin> {
  let isServer = false;
  return {
    options(options) {
      isServer = options.platform === 'node';
      const release = session.releaseExpression(session.isActive(this.meta.watchMode));
      const define = { [RELEASE_CONSTANT]: release, ...options.transform?.define };
      return { ...options, transform: { ...options.transform, define } };
    },
    outputOptions(options) {
      if (!session.isActive(this.meta.watchMode) || options.sourcemap === false) return null;
      return { ...options, sourcemap: 'hidden' };
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
          isServer: isServer || usesNode(bundle),
          mapsOption: 'output.sourcemap',
          hasDebugIds: session.hasDebugIds,
        });
      },
    },
  };
}
