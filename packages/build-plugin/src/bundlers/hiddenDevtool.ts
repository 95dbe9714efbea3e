/**
 * Returns the `devtool` of webpack and Rspack for full hidden maps. `false` and maps without sources are kept; every other value
 * (inline, `eval`, without columns) would publish sources or resolve no columns.
 */
export function hiddenDevtool(given: unknown): string | false {
  if (given === false) return false;
  return typeof given === 'string' && given.includes('nosources') ? 'hidden-nosources-source-map' : 'hidden-source-map';
}
