/** Plugins of tools that bundle the server again when Vite is done, with where the final files are. */
const TOOLS: readonly { readonly plugin: RegExp; readonly tool: string; readonly directory: string }[] = [
  { plugin: /^nuxt:/, tool: 'Nuxt', directory: '.output/server' },
  { plugin: /^vite-plugin-sveltekit/, tool: 'SvelteKit', directory: 'build' },
  { plugin: /^nitro:/, tool: 'Nitro', directory: '.output/server' },
];

/** A tool that takes part in a build with Vite, and bundles its server output again. */
export interface RebundlingTool {
  readonly tool: string;
  /** Where the files that run are, by the tool's default. */
  readonly directory: string;
}

/** The tool of a build with these plugins; `undefined` where what Vite writes for the server is what runs. */
export function rebundlingTool(plugins: unknown): RebundlingTool | undefined {
  const names = namesOf(plugins);
  return TOOLS.find(({ plugin }) => names.some((name) => plugin.test(name)));
}

/** Names of plugins; those that are promises have none yet. */
function namesOf(plugins: unknown): readonly string[] {
  if (Array.isArray(plugins)) return plugins.flatMap(namesOf);
  const { name } = Object(plugins) as { readonly name?: unknown };
  return typeof name === 'string' ? [name] : [];
}
