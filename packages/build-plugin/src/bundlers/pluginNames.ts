/** Names of Vite or Rollup plugins in nested lists; plugins that are promises have no names yet. */
export function pluginNames(plugins: unknown): readonly string[] {
  if (Array.isArray(plugins)) return plugins.flatMap(pluginNames);
  const { name } = Object(plugins) as { readonly name?: unknown };
  return typeof name === 'string' ? [name] : [];
}
