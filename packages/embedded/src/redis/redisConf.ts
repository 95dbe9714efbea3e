/** Redis's own settings by name; written as lines of a configuration file. */
export type RedisSettings = Readonly<Record<string, string>>;

/** A durable server that refuses writes at its memory limit instead of forgetting jobs. */
export const REDIS_SETTINGS: RedisSettings = {
  bind: '127.0.0.1',
  daemonize: 'no',
  appendonly: 'yes',
  appendfsync: 'always',
  save: '""',
  // Queues are empty again in a moment: what a rewrite keeps is little, and what it costs is a fork and a core's time. At the
  // default of 64 MB two busy cores would do it every five seconds.
  'auto-aof-rewrite-min-size': '256mb',
  // A ledger has about a hundred fields, and a batch reads and writes forty of them: found, not searched for.
  'hash-max-listpack-entries': '16',
  'maxmemory-policy': 'noeviction',
  'tcp-keepalive': '60',
  'always-show-logo': 'no',
};

/** The text of a configuration file. A value that holds spaces must already be quoted by {@link quoted}. */
export function redisConf(settings: RedisSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}

/** A value as Redis reads it back, whatever characters it holds. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
