/** PostgreSQL's own settings by name. */
export type PostgresSettings = Readonly<Record<string, string>>;

/**
 * How an embedded server runs: durable, modest in memory, few checkpoints. Given on the command line at every start, so
 * that an upgrade changes them for existing data too.
 */
export const POSTGRES_SETTINGS: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  // TCP only: a socket's path would have to be short and reachable by another user.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '64MB',
  synchronous_commit: 'on',
  wal_compression: 'on',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  // Reached only by who writes that much within a quarter of an hour: two busy cores do in two minutes, and each checkpoint
  // makes what is written after it larger.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  // Its pace is the same for any number of workers: one takes a small machine's core from what fills the tables, not all.
  autovacuum_max_workers: '1',
  // Statements are short; compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
