/** The variables a process was given. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used. `message` has one line for each problem and names the variables. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads one variable's text, or throws a sentence that says what it must be. */
type Parse<T> = (text: string) => T;

/** Collects settings and all their problems, so that a bad start reports everything at once. */
export interface EnvReader {
  /** The variable's value, `fallback` where it is unset or empty. */
  readonly get: <T>(name: string, fallback: T, parse: Parse<T>) => T;
  /** Throws one {@link ConfigError} with every problem met so far. */
  readonly finish: () => void;
}

/** A reader over `env`; call {@link EnvReader.finish} after the last `get`. */
export function readEnv(env: Env): EnvReader {
  const problems: string[] = [];
  return {
    get: (name, fallback, parse) => {
      const text = env[name]?.trim();
      if (text === undefined || text === '') return fallback;
      try {
        return parse(text);
      } catch (error) {
        problems.push(`${name}=${shownValue(name, text)}: ${error instanceof Error ? error.message : String(error)}`);
        return fallback;
      }
    },
    finish: () => {
      if (problems.length > 0) throw new ConfigError(problems.join('\n'));
    },
  };
}

/** Names of settings that hold addresses with passwords in them, or secrets. */
const ADDRESS = /(?:URL|DSN|STORE|ENDPOINT)$/;
const SECRET = /SECRET|PASSWORD|TOKEN|KEY/;

/** A wrong value is shown, so that the blunder is seen; but never what may be a password, however wrong the rest is. */
function shownValue(name: string, text: string): string {
  if (SECRET.test(name)) return '…';
  const at = ADDRESS.test(name) ? text.lastIndexOf('@') : -1;
  return at === -1 ? text : `…${text.slice(at)}`;
}

/** Parses a whole number within bounds. */
export const wholeNumber =
  (min: number, max: number): Parse<number> =>
  (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };

/** Parses `1/0`, `true/false`, `on/off`, `yes/no`. */
export const flag: Parse<boolean> = (text) => {
  const lower = text.toLowerCase();
  if (['1', 'true', 'on', 'yes'].includes(lower)) return true;
  if (['0', 'false', 'off', 'no'].includes(lower)) return false;
  throw new Error('must be 1 or 0');
};

/** Any text. */
export const anyText: Parse<string> = (text) => text;

/** Parses a URL with one of the given schemes (without `:`). */
export const urlOf =
  (...schemes: readonly string[]): Parse<string> =>
  (text) => {
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      throw new Error(`must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
    }
    return text;
  };

/** Parses one of a closed set of words. */
export const oneOf =
  <T extends string>(...words: readonly T[]): Parse<T> =>
  (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new Error(`must be one of ${words.join(', ')}`);
    return found;
  };

/** Parses a comma-separated list; blanks around entries are dropped. */
export const listOf: Parse<readonly string[]> = (text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
