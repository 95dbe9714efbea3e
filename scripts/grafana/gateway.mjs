import { chart, dashboardOf, heatmap, labelVariable, quantile } from './dashboard.mjs';

const OF = 'instance=~"$instance"';

export const gateway = dashboardOf({
  uid: 'sluice-gateway',
  title: 'Sluice / Gateway',
  description: 'Requests, verdicts, publishing and spools of the gateways.',
  variables: [labelVariable('instance', 'Gateway', 'label_values(sluice_gateway_requests_total, instance)')],
  sections: [
    {
      title: 'Requests',
      panels: [
        chart({
          title: 'Requests by status',
          description: 'Responses per second; hang_up is a connection that is closed because the result is not known.',
          unit: 'reqps',
          stacked: true,
          queries: [[`sum by (status) (rate(sluice_gateway_requests_total{${OF}}[$__rate_interval]))`, '{{status}}']],
        }),
        chart({
          title: 'Duration of accepted requests',
          description: 'From the headers to the response; the wait for the body of a slow client is included.',
          unit: 's',
          queries: ['0.5', '0.95', '0.99'].map((share) => [
            quantile(share, 'sluice_gateway_request_seconds', { of: `${OF}, status="202"` }),
            `p${Number(share) * 100}`,
          ]),
        }),
        heatmap({
          title: 'Distribution of durations',
          description: 'Requests with any status, by duration.',
          unit: 's',
          queries: [
            [`sum by (le) (increase(sluice_gateway_request_seconds_bucket{${OF}}[$__rate_interval]))`, '{{le}}'],
          ],
        }),
        chart({
          title: 'Charging and publishing, p99',
          description: 'The two steps that wait for Redis.',
          unit: 's',
          queries: [[quantile(0.99, 'sluice_gateway_step_seconds', { by: ['step'], of: OF }), '{{step}}']],
        }),
        chart({
          title: 'Batches per transaction',
          description: 'How many requests share one transaction of Redis. More are cheaper.',
          unit: 'short',
          queries: [
            [
              `sum(rate(sluice_publish_batches_total{${OF}}[$__rate_interval])) / sum(rate(sluice_publish_seconds_count{${OF}}[$__rate_interval]))`,
              'batches',
            ],
          ],
        }),
        chart({
          title: 'Duplicates and retries',
          description: 'Batches recognized as accepted before, and transactions that failed and were repeated.',
          unit: 'short',
          queries: [
            [`sum(rate(sluice_gateway_duplicate_batches_total{${OF}}[$__rate_interval]))`, 'duplicates'],
            [
              `sum by (certain) (rate(sluice_publish_retries_total{${OF}}[$__rate_interval]))`,
              'retries, certain: {{certain}}',
            ],
          ],
        }),
      ],
    },
    {
      title: 'Verdicts',
      panels: [
        ...[
          ['Accepted', 'processed', 'Events per second that will be stored.'],
          ['Refused by a rate', 'rate_limited', 'Spike protection, hourly caps, byte quotas and the backlog.'],
          ['Refused by a quota', 'quota_exceeded', 'The monthly quota of an organization.'],
          ['Filtered', 'filtered', 'Filters and sample rates of projects.'],
          ['Invalid', 'invalid', 'Events that break the protocol.'],
        ].map(([title, outcome, description]) =>
          chart({
            title,
            description,
            unit: 'short',
            stacked: true,
            queries: [
              [
                `sum by (type, reason) (rate(sluice_gateway_events_total{${OF}, outcome="${outcome}"}[$__rate_interval]))`,
                '{{type}} {{reason}}',
              ],
            ],
          }),
        ),
        chart({
          title: 'Busiest projects',
          description: 'Empty unless METRICS_TOP_PROJECTS is set. `other` is the sum of the rest.',
          unit: 'short',
          stacked: true,
          queries: [
            [`sum by (project) (rate(sluice_gateway_project_events_total{${OF}}[$__rate_interval]))`, '{{project}}'],
          ],
        }),
      ],
    },
    {
      title: 'Spool',
      panels: [
        chart({
          title: 'Batches on disk',
          description: 'Accepted while Redis did not take them. 0 unless Redis is unavailable or nearly full.',
          unit: 'short',
          queries: [[`sluice_spool_entries{${OF}}`, '{{instance}}']],
        }),
        chart({
          title: 'Age of the oldest batch',
          description: 'How long the first batch of a spool has waited.',
          unit: 's',
          queries: [[`sluice_spool_oldest_entry_age_seconds{${OF}}`, '{{instance}}']],
          warn: 300,
        }),
        chart({
          title: 'Appended, replayed, refused',
          description: 'Batches per second. Refused ones get 503.',
          unit: 'short',
          queries: [
            [`sum(rate(sluice_spool_appended_total{${OF}}[$__rate_interval]))`, 'appended'],
            [`sum(rate(sluice_spool_replayed_total{${OF}}[$__rate_interval]))`, 'replayed'],
            [`sum(rate(sluice_spool_refused_total{${OF}}[$__rate_interval]))`, 'refused'],
          ],
        }),
      ],
    },
  ],
});
