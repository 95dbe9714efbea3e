import { type Plugin, type ResolvedConfig } from 'vite';
import { type Session } from '../createSession.js';
import { ADAPTER_DIRECTORY, adapterOutput, type AdaptedBuild } from './adapterOutput.js';
import { bundleFiles } from './bundleFiles.js';
import { RELEASE_CONSTANT } from './releaseConstant.js';
import { diskOutput } from './diskOutput.js';
import { type BuildContext, viteDebugIds, viteWorkers } from './viteDebugIds.js';
import { viteTool, type ViteTool } from './viteTool.js';

type Maps = boolean | 'inline' | 'hidden' | undefined;

/** Enables hidden maps, unless the user turned maps off. */
const hidden = (maps: Maps, isToolsChoice: boolean): { readonly build?: { readonly sourcemap: 'hidden' } } =>
  maps === false && !isToolsChoice ? {} : { build: { sourcemap: 'hidden' } };

/** Hooks for Vite: hidden maps for every environment, uploaded after it is written; the release by its own `define`. */
export function viteHooks(session: Session): Partial<Plugin> {
  let isActive = false;
  /** Whether the tool, not the user, sets `false` for an environment. */
  let isEnvironmentsChoice = false;
  let tool: ViteTool | undefined;
  let config: ResolvedConfig | undefined;
  let startedAt = 0;
  /** Vite's server output, which an adapter bundles again. */
  let written: string | undefined;

  const finishAdapted = async (): Promise<void> => {
    if (written === undefined || config === undefined) return;
    const build: AdaptedBuild = { root: config.root, written, startedAt };
    written = undefined;
    const output = await adapterOutput(build);
    if (output === undefined) session.report.info(NOT_ADAPTED);
    else await session.finish(output);
  };
  /** Not what is bundled again, here or in another program: the statement would name the wrong file. */
  const getsDebugIds = (context: BuildContext): boolean =>
    isActive &&
    session.hasDebugIds &&
    !(isServerBuild(context, config) && tool?.server !== undefined) &&
    (config?.build.lib ?? false) === false;
  return {
    ...viteDebugIds(getsDebugIds),
    // Tools write the final files in hooks that run last.
    enforce: 'post',
    config(given, { command }) {
      startedAt = Date.now();
      isActive = session.isActive(command !== 'build' || (given.build?.watch ?? null) !== null);
      const define = { [RELEASE_CONSTANT]: session.releaseExpression(isActive), ...given.define };
      tool = viteTool(given.plugins);
      const maps = given.build?.sourcemap;
      isEnvironmentsChoice =
        tool?.turnsMapsOff === 'everywhere' || (tool?.turnsMapsOff === 'environments' && maps !== false);
      if (!isActive) return { define };
      return {
        define,
        ...hidden(maps, tool?.turnsMapsOff === 'everywhere'),
        worker: { plugins: () => [viteWorkers(getsDebugIds)] },
      };
    },
    configEnvironment: (_name, { build }) => (isActive ? hidden(build?.sourcemap, isEnvironmentsChoice) : {}),
    configResolved(resolved) {
      config = resolved;
      // Plugins that were promises are resolved now.
      tool ??= viteTool(resolved.plugins);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(options, bundle) {
        if (!isActive) return;
        const isServer = isServerBuild(this, config);
        const output = diskOutput(options);
        // These files do not run; the next bundler reads their maps.
        if (isServer && tool?.server === 'adapter') written = output.directory;
        else if (isServer && tool?.server === 'nitro') session.report.info(BUNDLED_BY_NITRO);
        else {
          await session.finish({
            files: bundleFiles(bundle),
            ...output,
            publicPath: config?.base,
            isServer,
            mapsOption: 'build.sourcemap',
            hasDebugIds: getsDebugIds(this),
          });
        }
      },
    },
    // SvelteKit 2 runs its adapter here; SvelteKit 3 runs it in `buildApp` by a plugin.
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
  `no output of @sveltejs/adapter-node found in ${ADAPTER_DIRECTORY}; if the server is written elsewhere, upload its ` +
  'maps afterwards with sluice sourcemaps upload <directory> --url-prefix <directory>';

/** Vite 5 has no environments: a build is either for browsers or for servers. */
function isServerBuild(context: BuildContext, config: ResolvedConfig | undefined): boolean {
  const consumer = context.environment?.config.consumer;
  return consumer === undefined ? Boolean(config?.build.ssr) : consumer === 'server';
}
