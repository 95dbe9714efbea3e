import { chart, dashboardOf, labelVariable, number, quantile } from './dashboard.mjs';
import { lostEvents, MEMORY_OF_REDIS } from './sharedPanels.mjs';

const OF = 'pool=~"$pool"';

export const storage = dashboardOf({
  uid: 'sluice-storage',
  title: 'Sluice / Storage',
  description: 'PostgreSQL as the services see it, Redis, partitions, housekeeping and source maps.',
  variables: [labelVariable('pool', 'Pool', 'label_values(sluice_db_pool_connections, pool)')],
  sections: [
    {
      title: 'Now',
      panels: [
        number({
          title: 'Partitions ahead',
          description: 'For how long every table has partitions.',
          unit: 's',
          queries: [['min(sluice_partitions_ahead_seconds)', 'ahead']],
        }),
        number(MEMORY_OF_REDIS),
        lostEvents,
        number({
          title: 'Connections',
          description: 'Open connections of all pools to PostgreSQL.',
          unit: 'short',
          queries: [['sum(sluice_db_pool_connections)', 'connections']],
        }),
        number({
          title: 'Waiting callers',
          description: 'Callers that wait for a connection.',
          unit: 'short',
          queries: [['sum(sluice_db_pool_waiting_callers)', 'waiting']],
          warn: 5,
        }),
        number({
          title: 'Failed statements',
          description: 'Per second, of the class outage: unavailable, read-only, full, or cut off.',
          unit: 'short',
          queries: [['sum(rate(sluice_db_statement_errors_total{class="outage"}[5m])) or vector(0)', 'failed']],
          warn: 0.01,
        }),
      ],
    },
    {
      title: 'PostgreSQL, seen by the services',
      panels: [
        chart({
          title: 'Statements by kind',
          description: 'Statements per second; control is everything of a transaction except its commit.',
          unit: 'short',
          stacked: true,
          queries: [
            [`sum by (statement) (rate(sluice_db_statement_seconds_count{${OF}}[$__rate_interval]))`, '{{statement}}'],
          ],
        }),
        chart({
          title: 'Duration of statements, p95',
          description: 'A slow commit is the disk of the write-ahead log.',
          unit: 's',
          queries: [[quantile(0.95, 'sluice_db_statement_seconds', { by: ['statement'], of: OF }), '{{statement}}']],
        }),
        chart({
          title: 'Statements in progress by pool',
          description: 'Seconds of statements per second.',
          unit: 'short',
          stacked: true,
          queries: [[`sum by (pool) (rate(sluice_db_statement_seconds_sum{${OF}}[$__rate_interval]))`, '{{pool}}']],
        }),
        chart({
          title: 'Wait for a connection, p99',
          description: 'Above some milliseconds a pool is too small or its statements are too slow.',
          unit: 's',
          queries: [[quantile(0.99, 'sluice_db_pool_wait_seconds', { by: ['pool'], of: OF }), '{{pool}}']],
          warn: 0.5,
        }),
        chart({
          title: 'Connections by state',
          description: 'Open connections of each pool.',
          unit: 'short',
          stacked: true,
          queries: [[`sum by (pool, state) (sluice_db_pool_connections{${OF}})`, '{{pool}} {{state}}']],
        }),
        chart({
          title: 'Age of the read replica',
          description:
            'Time by which it is out of date, and the bound. Absent if no replica is configured or its age is not known.',
          unit: 's',
          queries: [
            ['sluice_read_replica_age_seconds', '{{instance}}'],
            ['sluice_read_replica_max_age_seconds', '{{instance}} bound'],
          ],
        }),
        chart({
          title: 'Reads that may be stale',
          description: 'Reads per second by where they went: the replica, or the primary and why.',
          unit: 'reqps',
          stacked: true,
          queries: [['sum by (place) (rate(sluice_read_replica_reads_total[$__rate_interval]))', '{{place}}']],
        }),
        chart({
          title: 'Failures',
          description: 'Failed statements by class, and callers that got no connection.',
          unit: 'short',
          queries: [
            [
              `sum by (pool, class) (rate(sluice_db_statement_errors_total{${OF}}[$__rate_interval]))`,
              '{{pool}} {{class}}',
            ],
            [`sum by (pool) (rate(sluice_db_pool_failures_total{${OF}}[$__rate_interval]))`, '{{pool}} no connection'],
          ],
        }),
      ],
    },
    {
      title: 'Citus',
      panels: [
        chart({
          title: 'Storing transactions by phases',
          description: 'Two phases: a node prepared the transaction. No data without Citus.',
          unit: 'short',
          stacked: true,
          queries: [
            [
              'sum by (type, phases) (rate(sluice_worker_citus_transactions_total[$__rate_interval]))',
              '{{type}} {{phases}}',
            ],
          ],
        }),
        chart({
          title: 'Prepared transactions',
          description:
            'Per second, of all services, once for each node. Far more than storing transactions: they write to several nodes.',
          unit: 'short',
          queries: [['max(rate(sluice_citus_prepared_transactions[$__rate_interval]))', 'prepared']],
        }),
      ],
    },
    {
      title: 'Housekeeping',
      panels: [
        chart({
          title: 'Time since the last success',
          description: 'Retention runs every hour, the others every minute or more often.',
          unit: 's',
          queries: [['time() - max by (task) (sluice_housekeeping_last_success_timestamp_seconds)', '{{task}}']],
        }),
        chart({
          title: 'Duration of a run, mean',
          description: 'How long a task takes.',
          unit: 's',
          queries: [
            [
              'sum by (task) (rate(sluice_housekeeping_run_seconds_sum[$__rate_interval])) / sum by (task) (rate(sluice_housekeeping_run_seconds_count[$__rate_interval]))',
              '{{task}}',
            ],
          ],
        }),
        chart({
          title: 'Failed runs',
          description: 'They are retried after the period of the task.',
          unit: 'short',
          queries: [['sum by (task) (rate(sluice_housekeeping_failures_total[$__rate_interval]))', '{{task}}']],
        }),
      ],
    },
    {
      title: 'Source maps',
      panels: [
        chart({
          title: 'Uploads by outcome',
          description: 'Uploads per second.',
          unit: 'short',
          stacked: true,
          queries: [['sum by (outcome) (rate(sluice_sourcemaps_uploads_total[$__rate_interval]))', '{{outcome}}']],
        }),
        chart({
          title: 'Compilation, p95',
          description: 'From a map on disk to its index, the wait for a thread included.',
          unit: 's',
          queries: [[quantile(0.95, 'sluice_sourcemaps_compile_seconds'), 'p95']],
        }),
        chart({
          title: 'Frames by outcome',
          description: 'Frames per second: resolved, or why not.',
          unit: 'short',
          stacked: true,
          queries: [['sum by (outcome) (rate(sluice_sourcemaps_frames_total[$__rate_interval]))', '{{outcome}}']],
        }),
      ],
    },
  ],
});
