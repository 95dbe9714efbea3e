import { type Plugin, type ResolvedConfig } from 'vite';
import { type Session } from '../createSession.js';
import { bundleFiles } from './bundleFiles.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';
import { diskOutput } from './diskOutput.js';

type Maps = boolean | 'inline' | 'hidden' | undefined;

/** The setting of maps where it is not the user's explicit `false`. */
const hidden = (maps: Maps): { readonly build?: { readonly sourcemap: 'hidden' } } =>
  maps === false ? {} : { build: { sourcemap: 'hidden' } };

/** Vite: hidden maps for every environment, uploaded when it is written; the release by its own `define`. */
export function viteHooks(session: Session): Partial<Plugin> {
  let isActive = false;
  let config: ResolvedConfig | undefined;
  return {
    config(given, { command }) {
      isActive = session.isActive(command !== 'build' || (given.build?.watch ?? null) !== null);
      const define = { [RELEASE_CONSTANT]: session.releaseExpression(isActive), ...given.define };
      return isActive ? { define, ...hidden(given.build?.sourcemap) } : { define };
    },
    configEnvironment: (_name, { build }) => (isActive ? hidden(build?.sourcemap) : {}),
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(options, bundle) {
        if (!isActive) return;
        await session.finish({
          files: bundleFiles(bundle),
          ...diskOutput(options),
          publicPath: config?.base,
          isServer: isServerBuild(this, config),
          mapsOption: 'build.sourcemap',
        });
      },
    },
  };
}

/** Before Vite 6 there are no environments, and a build is one or the other. */
function isServerBuild(
  context: { readonly environment?: { readonly config: { readonly consumer?: string } } },
  config: ResolvedConfig | undefined,
): boolean {
  const consumer = context.environment?.config.consumer;
  return consumer === undefined ? Boolean(config?.build.ssr) : consumer === 'server';
}
