import { type Plugin, type ResolvedConfig } from 'vite';
import { type Session } from '../createSession.js';
import { bundleFiles } from './bundleFiles.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';
import { diskOutput } from './diskOutput.js';
import { rebundlingTool, type RebundlingTool } from './rebundlingTool.js';

type Maps = boolean | 'inline' | 'hidden' | undefined;

/** Hidden maps, unless they are turned off and no tool did that by itself. */
const hidden = (maps: Maps, isToolsChoice: boolean): { readonly build?: { readonly sourcemap: 'hidden' } } =>
  maps === false && !isToolsChoice ? {} : { build: { sourcemap: 'hidden' } };

/** Vite: hidden maps for every environment, uploaded when it is written; the release by its own `define`. */
export function viteHooks(session: Session): Partial<Plugin> {
  let isActive = false;
  let tool: RebundlingTool | undefined;
  let config: ResolvedConfig | undefined;
  return {
    config(given, { command }) {
      isActive = session.isActive(command !== 'build' || (given.build?.watch ?? null) !== null);
      const define = { [RELEASE_CONSTANT]: session.releaseExpression(isActive), ...given.define };
      tool = rebundlingTool(given.plugins);
      return isActive ? { define, ...hidden(given.build?.sourcemap, tool !== undefined) } : { define };
    },
    configEnvironment: (_name, { build }) => (isActive ? hidden(build?.sourcemap, tool !== undefined) : {}),
    configResolved(resolved) {
      config = resolved;
      // Plugins that a configuration gives as promises have their names now.
      tool ??= rebundlingTool(resolved.plugins);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(options, bundle) {
        if (!isActive) return;
        const isServer = isServerBuild(this, config);
        // The tool reads these maps when it bundles again, and nobody runs these files.
        if (isServer && tool !== undefined) return session.report.info(rebundled(tool));
        await session.finish({
          files: bundleFiles(bundle),
          ...diskOutput(options),
          publicPath: config?.base,
          isServer,
          mapsOption: 'build.sourcemap',
        });
      },
    },
  };
}

const rebundled = ({ tool, directory }: RebundlingTool): string =>
  `${tool} bundles the server again: upload its maps afterwards with ` +
  `sluice sourcemaps upload ${directory} --url-prefix ${directory}`;

/** Before Vite 6 there are no environments, and a build is one or the other. */
function isServerBuild(
  context: { readonly environment?: { readonly config: { readonly consumer?: string } } },
  config: ResolvedConfig | undefined,
): boolean {
  const consumer = context.environment?.config.consumer;
  return consumer === undefined ? Boolean(config?.build.ssr) : consumer === 'server';
}
