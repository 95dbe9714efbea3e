import { chart, dashboardOf, heatmap, labelVariable, quantile } from './dashboard.mjs';
import { ageOfOldestJob, waitingEvents } from './sharedPanels.mjs';

const OF = 'type=~"$type"';

export const workers = dashboardOf({
  uid: 'sluice-workers',
  title: 'Sluice / Workers',
  description: 'Queues, lag, write batches, dead letters, and alerts of issues, rates and drops.',
  variables: [labelVariable('type', 'Type', 'label_values(sluice_worker_active_jobs, type)')],
  sections: [
    {
      title: 'Queues',
      panels: [
        ageOfOldestJob(`{${OF}}`),
        waitingEvents(`{${OF}}`),
        chart({
          title: 'Backlog protection',
          description: '1 while this subject makes gateways refuse spans and replays.',
          unit: 'short',
          queries: [['max by (subject) (sluice_backlog_raised)', '{{subject}}']],
        }),
        chart({
          title: 'Jobs by end',
          description:
            'Stalled jobs were held by a worker that ended; unfinished ones are handled again, without effect.',
          unit: 'short',
          queries: [
            [`sum by (type, end) (rate(sluice_queue_jobs_total{${OF}}[$__rate_interval]))`, '{{type}} {{end}}'],
          ],
        }),
        chart({
          title: 'Jobs in progress',
          description: 'Taken and not stored. A worker keeps them while PostgreSQL is unavailable.',
          unit: 'short',
          stacked: true,
          queries: [[`sum by (type) (sluice_worker_active_jobs{${OF}})`, '{{type}}']],
        }),
        chart({
          title: 'Queue shards',
          description: 'The recorded number, and the shards of an earlier number that are still drained.',
          unit: 'short',
          queries: [
            ['max(sluice_queue_shards)', 'in use'],
            ['max(sluice_queue_shards_draining)', 'draining'],
          ],
        }),
        chart({
          title: 'Failed readings',
          description: 'Readings of the backlog monitor that failed, per second. Its gauges are absent meanwhile.',
          unit: 'short',
          queries: [
            ['sum by (instance) (rate(sluice_backlog_failed_readings_total[$__rate_interval]))', '{{instance}}'],
          ],
        }),
      ],
    },
    {
      title: 'Storing',
      panels: [
        chart({
          title: 'Lag, p95',
          description: 'From the arrival at the gateway to the commit.',
          unit: 's',
          queries: [[quantile(0.95, 'sluice_worker_lag_seconds', { by: ['type'], of: OF }), '{{type}}']],
        }),
        heatmap({
          title: 'Distribution of lags',
          description: 'Parts of batches by lag.',
          unit: 's',
          queries: [[`sum by (le) (increase(sluice_worker_lag_seconds_bucket{${OF}}[$__rate_interval]))`, '{{le}}']],
        }),
        chart({
          title: 'Late events',
          description: 'Events per second that were committed more than 10 s after their arrival.',
          unit: 'short',
          stacked: true,
          queries: [[`sum by (type) (rate(sluice_worker_late_events_total{${OF}}[$__rate_interval]))`, '{{type}}']],
        }),
        chart({
          title: 'Stored events',
          description: 'Rows per second.',
          unit: 'short',
          stacked: true,
          queries: [[`sum by (type) (rate(sluice_worker_events_stored_total{${OF}}[$__rate_interval]))`, '{{type}}']],
        }),
        chart({
          title: 'Duration of a transaction, p95',
          description: 'Receipts, rows, usage and derived rows of a write batch.',
          unit: 's',
          queries: [[quantile(0.95, 'sluice_worker_transaction_seconds', { by: ['type'], of: OF }), '{{type}}']],
        }),
        chart({
          title: 'Events per transaction',
          description: 'Small write batches under load mean too many workers or queue shards.',
          unit: 'short',
          queries: [
            [
              `sum by (type) (rate(sluice_worker_events_stored_total{${OF}}[$__rate_interval])) / sum by (type) (rate(sluice_worker_transaction_seconds_count{${OF}}[$__rate_interval]))`,
              '{{type}}',
            ],
          ],
        }),
      ],
    },
    {
      title: 'Not stored as rows',
      panels: [
        chart({
          title: 'New dead letters',
          description: 'Events per second that could not be stored, by reason.',
          unit: 'short',
          queries: [
            [
              `sum by (type, reason) (rate(sluice_worker_events_dead_lettered_total{${OF}}[$__rate_interval]))`,
              '{{type}} {{reason}}',
            ],
          ],
        }),
        chart({
          title: 'Waiting dead letters',
          description: 'They wait for a decision; at most 100,000 are counted.',
          unit: 'short',
          queries: [[`max by (type) (sluice_dead_letters_waiting{${OF}})`, '{{type}}']],
        }),
        chart({
          title: 'Skipped, erased, folded',
          description: 'Stored before, covered by an erasure, or counted under (other) because of too many new names.',
          unit: 'short',
          queries: [
            [`sum(rate(sluice_worker_duplicates_skipped_total{${OF}}[$__rate_interval]))`, 'skipped'],
            [`sum(rate(sluice_worker_events_erased_total{${OF}}[$__rate_interval]))`, 'erased'],
            [`sum by (kind) (rate(sluice_worker_folded_values_total{${OF}}[$__rate_interval]))`, 'folded {{kind}}'],
          ],
        }),
      ],
    },
    {
      title: 'Alerts',
      panels: [
        chart({
          title: 'Waiting',
          description: 'Oldest change of an issue without a decision, and how long the oldest attempt is overdue.',
          unit: 's',
          queries: [
            ['max(sluice_alerts_oldest_signal_age_seconds)', 'undecided'],
            ['max(sluice_alerts_oldest_delivery_age_seconds)', 'overdue'],
          ],
        }),
        chart({
          title: 'Latency, p95',
          description: 'From the change, or from the due time of the message, until the destination has it.',
          unit: 's',
          queries: [[quantile(0.95, 'sluice_alerts_latency_seconds'), 'p95']],
        }),
        chart({
          title: 'Firings',
          description: 'Per second, by kind of condition and why there is no message.',
          unit: 'short',
          stacked: true,
          queries: [
            [
              'sum by (kind, suppressed) (rate(sluice_alerts_firings_total[$__rate_interval]))',
              '{{kind}}, suppressed: {{suppressed}}',
            ],
          ],
        }),
        chart({
          title: 'Deliveries',
          description: 'Attempts per second, by kind of destination. "dead" pauses a destination.',
          unit: 'short',
          stacked: true,
          queries: [
            [
              'sum by (destination, result) (rate(sluice_alerts_deliveries_total[$__rate_interval]))',
              '{{destination}} {{result}}',
            ],
          ],
        }),
        chart({
          title: 'Paused destinations',
          description: 'They refused messages permanently; further ones wait until someone resumes them.',
          unit: 'short',
          queries: [['max(sluice_alerts_paused_destinations)', 'paused']],
        }),
      ],
    },
  ],
});
