/** Settings that cannot be used. `message` has one line for each problem and names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
