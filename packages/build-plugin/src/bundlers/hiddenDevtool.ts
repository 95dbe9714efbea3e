/**
 * webpack's and Rspack's `devtool` for whole maps that no file refers to. `false` stays, and so does the wish for maps
 * without sources; everything else (inline, `eval`, without columns) would show sources to everybody or resolve nothing.
 */
export function hiddenDevtool(given: unknown): string | false {
  if (given === false) return false;
  return typeof given === 'string' && given.includes('nosources') ? 'hidden-nosources-source-map' : 'hidden-source-map';
}
