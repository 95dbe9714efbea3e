/**
 * Whether esbuild sets up a plugin for `context()` (watch, serve, rebuild) instead of `build()`. esbuild does not tell plugins,
 * so the call stack is inspected. Returns `false` if the stack does not show it, because another plugin is set up asynchronously.
 */
export function isEsbuildContext(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return /\bbuildOrContext\b[^]*\b(?:Object|Module)\.context \(/.test(stack);
}
