import { chart, dashboardOf, number, quantile } from './dashboard.mjs';
import { ageOfOldestJob, lostEvents, MEMORY_OF_REDIS, waitingEvents } from './sharedPanels.mjs';

export const overview = dashboardOf({
  uid: 'sluice-overview',
  title: 'Sluice / Overview',
  description: 'Whether events are accepted and stored, and what is in the way.',
  sections: [
    {
      title: 'Now',
      panels: [
        number({
          title: 'Not stored in time',
          description:
            'Share of the events accepted in the last hour that were not committed within 10 s. The objective allows 0.1 %.',
          unit: 'percentunit',
          queries: [['sluice:events_not_stored_in_time:ratio_rate1h', 'late']],
          warn: 0.001,
          alarm: 0.0144,
        }),
        number({
          title: 'Failed requests',
          description:
            'Share of the requests of the last hour with 5xx or without a response. The objective allows 0.1 %.',
          unit: 'percentunit',
          queries: [['sluice:requests_failed:ratio_rate1h', 'failed']],
          warn: 0.001,
          alarm: 0.0144,
        }),
        number({
          title: 'Oldest waiting event',
          description: 'Age of the oldest job of any type. "Not measured" means that no backlog monitor reaches Redis.',
          unit: 's',
          queries: [['max(sluice_queue_oldest_job_age_seconds)', 'oldest']],
          warn: 10,
          alarm: 60,
        }),
        lostEvents,
        number({
          title: 'Dead letters',
          description: 'Events that could not be stored and wait for a decision.',
          unit: 'short',
          queries: [['sum(max by (type) (sluice_dead_letters_waiting))', 'waiting']],
          warn: 1,
        }),
        number({
          title: 'Processes down',
          description: 'Targets that Prometheus cannot read.',
          unit: 'short',
          queries: [['count(up{job=~"sluice.*"} == 0) or vector(0)', 'down']],
          alarm: 1,
        }),
      ],
    },
    {
      title: 'Events',
      panels: [
        chart({
          title: 'Accepted by type',
          description: 'Events per second that got the outcome processed.',
          unit: 'short',
          stacked: true,
          queries: [
            ['sum by (type) (rate(sluice_gateway_events_total{outcome="processed"}[$__rate_interval]))', '{{type}}'],
          ],
        }),
        chart({
          title: 'Not accepted by reason',
          description: 'Events per second that were filtered, refused or invalid.',
          unit: 'short',
          stacked: true,
          queries: [
            [
              'sum by (outcome, reason) (rate(sluice_gateway_events_total{outcome!="processed"}[$__rate_interval]))',
              '{{outcome}} {{reason}}',
            ],
          ],
        }),
        chart({
          title: 'Stored by type',
          description: 'Rows per second. It follows the accepted events; a gap between the two is a growing queue.',
          unit: 'short',
          stacked: true,
          queries: [['sum by (type) (rate(sluice_worker_events_stored_total[$__rate_interval]))', '{{type}}']],
        }),
        ageOfOldestJob(),
        waitingEvents(),
        chart(MEMORY_OF_REDIS),
      ],
    },
    {
      title: 'Processes',
      panels: [
        chart({
          title: 'Processes by service',
          description: 'Targets that answer, by service and version.',
          unit: 'short',
          stacked: true,
          queries: [['count by (service, version) (sluice_build_info)', '{{service}} {{version}}']],
        }),
        chart({
          title: 'Not ready',
          description: 'Processes that run and fail a check of their readiness, by check.',
          unit: 'short',
          queries: [['count by (job, check) (sluice_ready == 0)', '{{job}} {{check}}']],
          warn: 1,
        }),
        chart({
          title: 'CPU',
          description: 'Cores that a process uses. A process of Node.js uses little more than one.',
          unit: 'short',
          queries: [['rate(process_cpu_seconds_total{job=~"sluice.*"}[$__rate_interval])', '{{instance}}']],
        }),
        chart({
          title: 'Memory',
          description: 'Resident memory of a process.',
          unit: 'bytes',
          queries: [['process_resident_memory_bytes{job=~"sluice.*"}', '{{instance}}']],
        }),
        chart({
          title: 'Event loop lag, p99',
          description: 'How long a process is busy before it reacts.',
          unit: 's',
          queries: [['nodejs_eventloop_lag_p99_seconds{job=~"sluice.*"}', '{{instance}}']],
        }),
        chart({
          title: 'Requests of the API by status',
          description: 'Reads and changes per second.',
          unit: 'reqps',
          stacked: true,
          queries: [['sum by (status) (rate(sluice_api_requests_total[$__rate_interval]))', '{{status}}']],
        }),
        chart({
          title: 'Slowest routes of the API, p95',
          description: 'The ten routes with the longest durations.',
          unit: 's',
          queries: [[`topk(10, ${quantile(0.95, 'sluice_api_request_seconds', { by: ['route'] })})`, '{{route}}']],
        }),
      ],
    },
  ],
});
