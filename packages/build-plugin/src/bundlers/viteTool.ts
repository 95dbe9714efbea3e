import { pluginNames } from './pluginNames.js';

/** Differences between a tool that builds with Vite and plain Vite. */
export interface ViteTool {
  readonly name: 'Nuxt' | 'Astro' | 'SvelteKit' | 'Nitro';
  /**
   * Where the tool turns maps off by default: `environments` only there, so that `false` for the whole build is the choice of the
   * user; `everywhere` in both, so that the two cannot be distinguished.
   */
  readonly turnsMapsOff?: 'environments' | 'everywhere';
  /** What happens to Vite's server output: Nitro or an adapter bundles or copies it. */
  readonly server?: 'nitro' | 'adapter';
}

const TOOLS: readonly { readonly plugin: RegExp; readonly tool: ViteTool }[] = [
  { plugin: /^nuxt:/, tool: { name: 'Nuxt', turnsMapsOff: 'everywhere', server: 'nitro' } },
  { plugin: /^@?astro[:/]/, tool: { name: 'Astro', turnsMapsOff: 'environments' } },
  { plugin: /^vite-plugin-sveltekit/, tool: { name: 'SvelteKit', server: 'adapter' } },
  { plugin: /^nitro:/, tool: { name: 'Nitro', server: 'nitro' } },
];

/** Returns the tool that uses these plugins; `undefined` for plain Vite. */
export function viteTool(plugins: unknown): ViteTool | undefined {
  const names = pluginNames(plugins);
  return TOOLS.find(({ plugin }) => names.some((name) => plugin.test(name)))?.tool;
}
