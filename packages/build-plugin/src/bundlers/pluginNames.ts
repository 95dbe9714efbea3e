/** Names of the plugins of Vite or Rollup in nested lists; those that are promises have none yet. */
export function pluginNames(plugins: unknown): readonly string[] {
  if (Array.isArray(plugins)) return plugins.flatMap(pluginNames);
  const { name } = Object(plugins) as { readonly name?: unknown };
  return typeof name === 'string' ? [name] : [];
}
