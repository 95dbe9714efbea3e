import { urlOf } from '../urlOf.js';

/** Host and port of a server. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Name and password of a server's user. */
export interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

interface Replicated extends Credentials {
  /** Whether connections use TLS. */
  readonly tls: boolean;
}

/** What a Redis URL says: one server, the masters of a cluster, or a master that sentinels know. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | (Replicated & { readonly kind: 'cluster'; readonly nodes: readonly HostPort[] })
  | (Replicated & {
      readonly kind: 'sentinel';
      readonly sentinels: readonly HostPort[];
      /** Name of the master, as in `sentinel monitor`. */
      readonly master: string;
      readonly database: number;
      /** Credentials of the sentinels themselves. */
      readonly sentinelCredentials: Credentials;
    });

/** How the documentation shows a Redis URL. */
export const REDIS_URL_RANGE = 'redis[s]://…, redis[s]+cluster://… or redis[s]+sentinel://…';

const PORTS = { cluster: 6_379, sentinel: 26_379 } as const;
/** Scheme, credentials, hosts, path, query. A password may contain an `@`. */
const SEVERAL_HOSTS = /^(rediss?)\+(cluster|sentinel):\/\/(?:([^\s/]*)@)?([^\s/@?]+)(?:\/([^\s?]*))?(?:\?(\S*))?$/i;
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;

/**
 * Returns what a Redis URL says:
 *
 * | URL | address |
 * |---|---|
 * | `redis://[user:password@]host[:port][/database]` | one server |
 * | `redis+cluster://[user:password@]host[:port],…` | some nodes of a cluster, from which the others are found |
 * | `redis+sentinel://[user:password@]host[:port],…/master[/database][?sentinel_username=…&sentinel_password=…]` | sentinels and the name of their master |
 *
 * With `rediss`, every connection uses TLS. User and password are those of the Redis servers.
 * @throws Error whose message says what the text must be; it does not contain the text
 */
export function parseRedisUrl(text: string): RedisAddress {
  if (!/^rediss?\+/i.test(text)) {
    if (!['redis:', 'rediss:'].includes(urlOf(text)?.protocol ?? '')) {
      throw new Error(
        'must be a URL that begins with redis:// or rediss://, or with redis+cluster:// or redis+sentinel:// (docs/operations.md)',
      );
    }
    return { kind: 'server', url: text };
  }
  const match = SEVERAL_HOSTS.exec(text);
  if (match === null) {
    throw new Error('must be of the form redis+cluster://<host>:<port>,… or redis+sentinel://<host>:<port>,…/<master>');
  }
  const [, scheme = '', kind = '', user, hosts = '', path = '', query = ''] = match;
  const common = { tls: scheme.toLowerCase() === 'rediss', ...credentialsOf(user) };
  if (kind.toLowerCase() === 'cluster') {
    if (path !== '' && path !== '0') throw new Error('must not name a database: a cluster has only database 0');
    if (query !== '') throw new Error('must have no options: redis+cluster:// takes none');
    return { ...common, kind: 'cluster', nodes: hostsOf(hosts, PORTS.cluster) };
  }
  return { ...common, kind: 'sentinel', sentinels: hostsOf(hosts, PORTS.sentinel), ...sentinelParts(path, query) };
}

function sentinelParts(
  path: string,
  query: string,
): { readonly master: string; readonly database: number; readonly sentinelCredentials: Credentials } {
  const [master = '', database = '0', ...more] = path.split('/');
  if (master === '') {
    throw new Error('must end with the name of the master, as in redis+sentinel://host:26379/mymaster');
  }
  if (!/^\d{1,4}$/.test(database) || more.length > 0)
    throw new Error('must end with /<master>/<number of the database>');
  const options = new URLSearchParams(query);
  const unknown = [...options.keys()].find((name) => name !== 'sentinel_username' && name !== 'sentinel_password');
  if (unknown !== undefined) throw new Error('must have no options but sentinel_username and sentinel_password');
  return {
    master: decoded(master),
    database: Number(database),
    sentinelCredentials: present(options.get('sentinel_username'), options.get('sentinel_password')),
  };
}

function hostsOf(list: string, port: number): readonly HostPort[] {
  return list.split(',').map((text) => {
    const [, host = '', given = String(port)] = HOST.exec(text) ?? [];
    const number = Number(given);
    if (host === '' || number < 1 || number > 65_535) {
      throw new Error('must list its hosts as <host>:<port>,<host>:<port>');
    }
    return { host: host.replace(/^\[|\]$/g, ''), port: number };
  });
}

function credentialsOf(user: string | undefined): Credentials {
  if (user === undefined || user === '') return {};
  const colon = user.indexOf(':');
  return colon === -1
    ? present(decoded(user), null)
    : present(decoded(user.slice(0, colon)), decoded(user.slice(colon + 1)));
}

const present = (username: string | null, password: string | null): Credentials => ({
  ...(username === null || username === '' ? {} : { username }),
  ...(password === null || password === '' ? {} : { password }),
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must have a user name, password and master whose special characters are percent-encoded');
  }
}
