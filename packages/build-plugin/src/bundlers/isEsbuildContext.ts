/**
 * Whether esbuild is setting a plugin up for `context()`, which is for watching, serving and building again, and not for
 * `build()`. esbuild tells plugins neither; only the calls that are under way do. Where they are not to be seen (a plugin
 * before this one is set up asynchronously), the answer is `false`.
 */
export function isEsbuildContext(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return /\bbuildOrContext\b[^]*\b(?:Object|Module)\.context \(/.test(stack);
}
