import { type Plugin, type ResolvedConfig } from 'vite';
import { type Session } from '../createSession.js';
import { ADAPTER_DIRECTORY, adapterOutput, type AdaptedBuild } from './adapterOutput.js';
import { bundleFiles } from './bundleFiles.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';
import { diskOutput } from './diskOutput.js';
import { viteTool, type ViteTool } from './viteTool.js';

type Maps = boolean | 'inline' | 'hidden' | undefined;

/** Hidden maps, unless they are turned off and no tool did that by itself. */
const hidden = (maps: Maps, isToolsChoice: boolean): { readonly build?: { readonly sourcemap: 'hidden' } } =>
  maps === false && !isToolsChoice ? {} : { build: { sourcemap: 'hidden' } };

/** Vite: hidden maps for every environment, uploaded when it is written; the release by its own `define`. */
export function viteHooks(session: Session): Partial<Plugin> {
  let isActive = false;
  /** Whether `false` in an environment is the tool's choice. */
  let isEnvironmentsChoice = false;
  let tool: ViteTool | undefined;
  let config: ResolvedConfig | undefined;
  let startedAt = 0;
  /** Where Vite wrote the server that an adapter takes up. */
  let written: string | undefined;

  const finishAdapted = async (): Promise<void> => {
    if (written === undefined || config === undefined) return;
    const build: AdaptedBuild = { root: config.root, written, startedAt };
    written = undefined;
    const output = await adapterOutput(build);
    if (output === undefined) session.report.info(NOT_ADAPTED);
    else await session.finish(output);
  };
  return {
    // Tools write the files that run in hooks that are last themselves.
    enforce: 'post',
    config(given, { command }) {
      startedAt = Date.now();
      isActive = session.isActive(command !== 'build' || (given.build?.watch ?? null) !== null);
      const define = { [RELEASE_CONSTANT]: session.releaseExpression(isActive), ...given.define };
      tool = viteTool(given.plugins);
      const maps = given.build?.sourcemap;
      isEnvironmentsChoice =
        tool?.turnsMapsOff === 'everywhere' || (tool?.turnsMapsOff === 'environments' && maps !== false);
      return isActive ? { define, ...hidden(maps, tool?.turnsMapsOff === 'everywhere') } : { define };
    },
    configEnvironment: (_name, { build }) => (isActive ? hidden(build?.sourcemap, isEnvironmentsChoice) : {}),
    configResolved(resolved) {
      config = resolved;
      // Plugins that a configuration gives as promises have their names now.
      tool ??= viteTool(resolved.plugins);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(options, bundle) {
        if (!isActive) return;
        const isServer = isServerBuild(this, config);
        const output = diskOutput(options);
        // Nobody runs these files, and whatever bundles them again reads their maps.
        if (isServer && tool?.server === 'adapter') written = output.directory;
        else if (isServer && tool?.server === 'nitro') session.report.info(BUNDLED_BY_NITRO);
        else {
          await session.finish({
            files: bundleFiles(bundle),
            ...output,
            publicPath: config?.base,
            isServer,
            mapsOption: 'build.sourcemap',
          });
        }
      },
    },
    // SvelteKit 2 runs its adapter here; SvelteKit 3 does so in `buildApp`, and has a plugin for it.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => (adaptsInBuildApp(config) ? undefined : finishAdapted()),
    },
    buildApp: { order: 'post', handler: finishAdapted },
  };
}

const adaptsInBuildApp = (config: ResolvedConfig | undefined): boolean =>
  config?.plugins.some(({ name }) => name === 'vite-plugin-sveltekit-adapter') === true;

const BUNDLED_BY_NITRO =
  'Nitro bundles the server again: the plugin of @sluice/build-plugin/rollup in its rollupConfig.plugins uploads the final maps';

const NOT_ADAPTED =
  `there is no output of @sveltejs/adapter-node in ${ADAPTER_DIRECTORY}: where the server is written elsewhere, upload its ` +
  'maps afterwards with sluice sourcemaps upload <directory> --url-prefix <directory>';

/** Before Vite 6 there are no environments, and a build is one or the other. */
function isServerBuild(
  context: { readonly environment?: { readonly config: { readonly consumer?: string } } },
  config: ResolvedConfig | undefined,
): boolean {
  const consumer = context.environment?.config.consumer;
  return consumer === undefined ? Boolean(config?.build.ssr) : consumer === 'server';
}
