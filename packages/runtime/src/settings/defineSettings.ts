import { ConfigError } from './configError.js';
import type { ResolvedSetting, Setting } from './setting.js';
import { settingText } from './settingText.js';

/** The variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

type Fields = Readonly<Record<string, Setting<unknown> | Settings<unknown>>>;

/** Settings that are read together as one `T`. Groups may contain groups. */
export interface Settings<T> {
  readonly fields: Fields;
  readonly build: (values: Readonly<Record<string, unknown>>) => T;
}

type FieldValues<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Setting<infer T> ? T : F[K] extends Settings<infer T> ? T : never;
};

/** What a group of settings is read as. */
export type SettingsOf<S> = S extends Settings<infer T> ? T : never;

/** Groups settings by the names that the program uses. @param build converts their values; by default they stay as they are */
export function defineSettings<const F extends Fields>(fields: F): Settings<FieldValues<F>>;
export function defineSettings<const F extends Fields, T>(fields: F, build: (values: FieldValues<F>) => T): Settings<T>;
export function defineSettings(
  fields: Fields,
  build: (values: never) => unknown = (values) => values,
): Settings<unknown> {
  return { fields, build: build as Settings<unknown>['build'] };
}

/** Settings as a process uses them. */
export interface EffectiveSettings<T> {
  readonly values: T;
  /** The text in force of every variable, without passwords and secrets. */
  readonly effective: Readonly<Record<string, string>>;
}

/**
 * Reads every setting from `env` exactly once. A variable that is unset or blank has its default. The text of a secret may be
 * in a file ({@link settingText}).
 * @throws ConfigError with the problems of all settings, one line each
 */
export function resolveSettings<T>(settings: Settings<T>, env: Env): EffectiveSettings<T> {
  const problems = new Set<string>();
  const resolved = new Map<Setting<unknown>, ResolvedSetting<unknown>>();
  const get = <V>(setting: Setting<V>): V => {
    const known = (resolved.get(setting) as ResolvedSetting<V> | undefined) ?? resolve(setting);
    resolved.set(setting, known);
    return known.value;
  };
  const resolve = <V>(setting: Setting<V>): ResolvedSetting<V> => {
    const text = textOf(setting);
    if (text === undefined) return setting.resolve(undefined, get);
    try {
      return setting.resolve(text, get);
    } catch (error) {
      const shown = env[setting.env]?.trim() === text ? shownText(setting, text) : HIDDEN;
      problems.add(`${setting.env}=${shown}: ${messageOf(error)}`);
      return setting.resolve(undefined, get);
    }
  };
  const textOf = ({ env: name, mayBeFile }: Setting<unknown>): string | undefined => {
    if (mayBeFile !== true) return env[name]?.trim() || undefined;
    try {
      return settingText(env, name);
    } catch (error) {
      problems.add(messageOf(error));
      return undefined;
    }
  };
  const read = ({ fields, build }: Settings<unknown>): unknown =>
    build(
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, 'env' in field ? get(field) : read(field)]),
      ),
    );
  const values = read(settings) as T;
  if (problems.size > 0) throw new ConfigError([...problems].join('\n'));
  const shown = [...resolved].map(([{ env: name }, { shown: value }]) => [name, value] as const);
  return { values, effective: Object.fromEntries(shown) };
}

/** Returns the values of {@link resolveSettings}. @throws ConfigError with the problems of all settings */
export const readSettings = <T>(settings: Settings<T>, env: Env): T => resolveSettings(settings, env).values;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** In place of a secret, and of a text from a file. */
const HIDDEN = '…';

/** Names of settings whose values may contain a password. */
const ADDRESS = /(?:URL|DSN|STORE|ENDPOINT)$/;

/** A wrong value helps to find the mistake. What may be a password is hidden, even where the rest is malformed. */
function shownText({ env, isSecret }: Setting<unknown>, text: string): string {
  if (isSecret) return HIDDEN;
  const at = ADDRESS.test(env) ? text.lastIndexOf('@') : -1;
  return at === -1 ? text : `…${text.slice(at)}`;
}
