/** PostgreSQL's own settings by name. */
export type PostgresSettings = Readonly<Record<string, string>>;

/**
 * Settings of an embedded server: durable, little memory, few checkpoints. They are passed on the command line at every
 * start, so that an upgrade changes them for existing data, too.
 */
export const POSTGRES_SETTINGS: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  // TCP only: a socket's path would have to be short and accessible to another user.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '64MB',
  synchronous_commit: 'on',
  wal_compression: 'on',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  // Two busy cores write this much in two minutes. Fewer checkpoints mean fewer full-page writes.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  // The total pace is the same for any number of workers; one worker takes at most one core of a small machine.
  autovacuum_max_workers: '1',
  // A statement takes one core: one person's search would otherwise take all of a small machine.
  max_parallel_workers_per_gather: '0',
  // Statements are short; compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
