/**
 * Storage of tables whose rows are updated often: room on the page keeps updates out of the indexes (heap-only tuples).
 */
export const UPDATED_OFTEN =
  'with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1)';
