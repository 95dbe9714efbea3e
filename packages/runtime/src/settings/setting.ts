import { redactCredentials } from '../loggableError.js';
import { withPassword } from './withPassword.js';
import { urlOf } from '../urlOf.js';

/** Returns the value of another setting from the same environment. */
export type GetSetting = <T>(setting: Setting<T>) => T;

/** A default or a bound that follows other settings. */
export class Derived<T> {
  /** @param text how the documentation shows it */
  constructor(
    readonly text: string,
    readonly derive: (get: GetSetting) => T,
  ) {}
}

/** A value, and the text that logs show for it: without passwords and secrets. */
export interface ResolvedSetting<T> {
  readonly value: T;
  readonly shown: string;
}

/** One environment variable: how it is read and what the documentation says about it. */
export interface Setting<T> {
  readonly env: string;
  /** Unit of the text; empty where it has none. */
  readonly unit: string;
  /** Text of the default; empty where there is none. */
  readonly defaultText: string;
  /** Allowed values; empty where any text is allowed. */
  readonly range: string;
  /** What the setting does and what a larger or smaller value costs, in one or two sentences. */
  readonly meaning: string;
  readonly isSecret: boolean;
  /** Whether `<env>_FILE` may name a file with the text, because the text may contain a password. */
  readonly mayBeFile?: boolean;
  /** Settings of which this one consists, too; the documentation lists them beside it. */
  readonly parts?: readonly Setting<unknown>[];
  /**
   * Returns the value of `text`, or the default where `text` is `undefined`.
   * @throws Error whose message says what the text must be
   */
  readonly resolve: (text: string | undefined, get: GetSetting) => ResolvedSetting<T>;
}

/** What every kind of setting needs. `D` is `undefined` where an unset variable has no value. */
export interface SettingOptions<D> {
  readonly default: D | Derived<D>;
  readonly meaning: string;
}

type Bound = number | Derived<number>;

export interface NumberOptions<D> extends SettingOptions<D> {
  readonly min: Bound;
  readonly max: Bound;
  readonly unit?: string;
  /** Value of one unit: `mebibytes` are read as bytes. Default and bounds are in units of the text. */
  readonly scale?: number;
  /** Returns what is wrong with a value within the bounds. */
  readonly check?: (value: number, get: GetSetting) => string | undefined;
}

const valueOf = <T>(value: T | Derived<T>, get: GetSetting): T =>
  value instanceof Derived ? value.derive(get) : value;
const textOf = (value: unknown): string => {
  if (value instanceof Derived) return value.text;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A whole number. */
export function integer<D extends number | undefined>(env: string, options: NumberOptions<D>): Setting<number | D> {
  const { min, max, unit = '', scale = 1, check, meaning } = options;
  const parse = (text: string, get: GetSetting): number => {
    const [least, most] = [valueOf(min, get), valueOf(max, get)];
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`);
    }
    const problem = check?.(value, get);
    if (problem !== undefined) throw new Error(problem);
    return value;
  };
  return {
    env,
    unit,
    meaning,
    isSecret: false,
    defaultText: textOf(options.default),
    range: `${textOf(min)} to ${textOf(max)}`,
    resolve: (text, get) => {
      const units = text === undefined ? valueOf(options.default, get) : parse(text, get);
      const value = (units === undefined ? undefined : units * scale) as number | D;
      return { value, shown: textOf(units) };
    },
  };
}

type UnitOptions<D> = Omit<NumberOptions<D>, 'unit' | 'scale'>;

/** A duration in milliseconds. */
export const milliseconds = <D extends number | undefined>(env: string, options: UnitOptions<D>): Setting<number | D> =>
  integer(env, { ...options, unit: 'ms' });

/** A size in bytes. */
export const bytes = <D extends number | undefined>(env: string, options: UnitOptions<D>): Setting<number | D> =>
  integer(env, { ...options, unit: 'bytes' });

/** A size whose text is in MiB; its value is in bytes. */
export const mebibytes = (env: string, options: UnitOptions<number>): Setting<number> =>
  integer(env, { ...options, unit: 'MiB', scale: 1_048_576 });

interface TextOptions<T, D> extends SettingOptions<D> {
  /** Allowed values, for the documentation. */
  readonly range: string;
  /** Returns the value of a text that is not empty. @throws Error whose message says what the text must be */
  readonly parse: (text: string, get: GetSetting) => T;
  /** How the documentation and logs show the default. */
  readonly defaultText?: string;
  /** See {@link Setting}. */
  readonly mayBeFile?: boolean;
  /** See {@link Setting}. */
  readonly parts?: readonly Setting<unknown>[];
}

/** A setting with a syntax of its own. */
export function custom<T, D>(env: string, options: TextOptions<T, D>): Setting<T | D> {
  const { range, parse, meaning, mayBeFile = false, parts = [] } = options;
  const { defaultText = textOf(options.default) } = options;
  return {
    env,
    unit: '',
    meaning,
    range,
    defaultText,
    isSecret: false,
    mayBeFile,
    parts,
    resolve: (text, get) => {
      if (text !== undefined) return { value: parse(text, get), shown: redactCredentials(text) };
      const value = valueOf(options.default, get);
      return { value, shown: redactCredentials(typeof value === 'string' ? value : defaultText) };
    },
  };
}

interface PlainTextOptions<D> extends SettingOptions<D> {
  readonly range?: string;
}

/** Any text. */
export const text = <D extends string | undefined>(env: string, options: PlainTextOptions<D>): Setting<string | D> =>
  custom(env, { range: '', ...options, parse: (value) => value });

/** A text that neither logs nor error messages show, and that may be in a file. */
export const secret = (env: string, options: SettingOptions<string>): Setting<string> => {
  const plain = text(env, options);
  const hidden = (value: string): string => (value === '' ? '' : '…');
  return {
    ...plain,
    isSecret: true,
    mayBeFile: true,
    resolve: (value, get) => ({ value: plain.resolve(value, get).value, shown: hidden(value ?? '') }),
  };
};

/** `1` or `0`; `true`, `on`, `yes` and their opposites are accepted, too. */
export const flag = (env: string, options: SettingOptions<boolean>): Setting<boolean> =>
  custom(env, {
    ...options,
    range: '1 or 0',
    defaultText: options.default === true ? '1' : '0',
    parse: (value) => {
      const lower = value.toLowerCase();
      if (['1', 'true', 'on', 'yes'].includes(lower)) return true;
      if (['0', 'false', 'off', 'no'].includes(lower)) return false;
      throw new Error('must be 1 or 0');
    },
  });

interface UrlOptions<D> extends SettingOptions<D> {
  /** Accepted schemes, without `:`. */
  readonly schemes: readonly string[];
}

/** What a text must be. */
type Syntax = Pick<TextOptions<string, unknown>, 'range' | 'parse'>;

/** A URL with one of the schemes. */
export const urlSyntax = (schemes: readonly string[]): Syntax => ({
  range: schemes.map((scheme) => `${scheme}://…`).join(' or '),
  parse: (value) => parseUrl(value, schemes),
});

interface ServerUrlOptions<D> extends SettingOptions<D> {
  readonly syntax: Syntax;
  /** The setting with the password of URLs that have none. */
  readonly password: Setting<string>;
}

/** The URL of a server, with its password. It may be in a file. */
export function serverUrl<D extends string | undefined>(
  env: string,
  options: ServerUrlOptions<D>,
): Setting<string | D> {
  const plain = custom(env, { ...options, ...options.syntax });
  return {
    ...plain,
    mayBeFile: true,
    parts: [options.password],
    resolve: (text, get) => {
      const { value, shown } = plain.resolve(text, get);
      return { value: value === undefined ? value : withPassword(value, get(options.password)), shown };
    },
  };
}

/** A URL with one of the given schemes. */
export const url = <D extends string | undefined>(env: string, options: UrlOptions<D>): Setting<string | D> =>
  custom(env, { ...options, ...urlSyntax(options.schemes) });

/** Returns `value` unchanged. @throws Error unless it is a URL with one of the schemes */
export function parseUrl(value: string, schemes: readonly string[]): string {
  if (!schemes.includes(urlOf(value)?.protocol.slice(0, -1) ?? '')) {
    throw new Error(`must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
  }
  return value;
}

interface ChoiceOptions<T> extends SettingOptions<T> {
  readonly words: readonly T[];
}

/** One of a closed set of words. */
export const choice = <const T extends string>(env: string, options: ChoiceOptions<T>): Setting<T> =>
  custom(env, {
    ...options,
    range: options.words.join(', '),
    parse: (value) => {
      const found = options.words.find((word) => word === value);
      if (found === undefined) throw new Error(`must be one of ${options.words.join(', ')}`);
      return found;
    },
  });
