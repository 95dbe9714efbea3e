import { custom, parseUrl, secret, serverUrl, urlSyntax, type Setting, type SettingOptions } from './setting.js';
import { withPassword } from './withPassword.js';

/** `DATABASE_PASSWORD`. */
const DATABASE_PASSWORD = secret('DATABASE_PASSWORD', {
  default: '',
  meaning:
    'Password of the user in `DATABASE_URL`, `DATABASE_LISTEN_URL` and `DATABASE_READ_URL`, where the URL contains none.',
});

/** `DATABASE_URL` or `DATABASE_READ_URL`. */
export const databaseUrlSetting = <D extends string | undefined>(
  options: SettingOptions<D>,
  env: 'DATABASE_URL' | 'DATABASE_READ_URL' = 'DATABASE_URL',
): Setting<string | D> =>
  serverUrl(env, {
    syntax: urlSyntax(['postgres', 'postgresql']),
    password: DATABASE_PASSWORD,
    ...options,
  });

/** `DATABASE_URL` of a service. */
export const DATABASE_URL = databaseUrlSetting({
  default: 'postgres://sluice@127.0.0.1:5432/sluice',
  meaning: 'PostgreSQL database. All processes must use the same one.',
});

const NONE = 'none';

/** `DATABASE_LISTEN_URL`; see {@link listenTarget}. */
export const DATABASE_LISTEN_URL = custom('DATABASE_LISTEN_URL', {
  default: undefined,
  defaultText: '`DATABASE_URL`',
  range: 'postgres://… or `none`',
  mayBeFile: true,
  parse: (text, get) =>
    text === NONE ? NONE : withPassword(parseUrl(text, ['postgres', 'postgresql']), get(DATABASE_PASSWORD)),
  meaning:
    'Database server to receive notifications from: set it where `DATABASE_URL` is a pooler in transaction mode, which passes none on. Without notifications, and with `none`, which opens no connection, changes of source maps are seen after `SOURCE_MAP_CACHE_TTL_MS` and those of settings after `SETTINGS_POLL_MS`.',
});

/** Whether and where a service listens for notifications of PostgreSQL. */
export interface ListenTarget {
  readonly listens: boolean;
  /** Where to listen, if not at `DATABASE_URL`. A function, so that its password stays out of logs. */
  readonly listenUrl: (() => string) | undefined;
}

/** Returns the target that a value of {@link DATABASE_LISTEN_URL} names. */
export const listenTarget = (value: string | undefined): ListenTarget => ({
  listens: value !== NONE,
  listenUrl: value === undefined || value === NONE ? undefined : () => value,
});
