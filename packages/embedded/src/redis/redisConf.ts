/** Redis's own settings by name; written as lines of a configuration file. */
export type RedisSettings = Readonly<Record<string, string>>;

/** A durable server that refuses writes at its memory limit instead of evicting jobs. */
export const REDIS_SETTINGS: RedisSettings = {
  bind: '127.0.0.1',
  daemonize: 'no',
  appendonly: 'yes',
  appendfsync: 'always',
  save: '""',
  // Queues are short-lived: a rewrite keeps little and costs a fork and a core's time. At the default of 64 MB two busy cores
  // would cause one every five seconds.
  'auto-aof-rewrite-min-size': '256mb',
  // A ledger has about a hundred fields, and a batch reads and writes forty of them: a hash table finds them without scanning.
  'hash-max-listpack-entries': '16',
  'maxmemory-policy': 'noeviction',
  'tcp-keepalive': '60',
  'always-show-logo': 'no',
};

/** Returns the text of a configuration file. Values with spaces must be quoted by {@link quoted}. */
export function redisConf(settings: RedisSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}

/** Returns a value quoted for a configuration file. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
