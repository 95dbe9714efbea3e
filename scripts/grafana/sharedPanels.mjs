// Panels of several dashboards.
import { chart, number } from './dashboard.mjs';

export const lostEvents = number({
  title: 'Lost events',
  description: 'Acknowledged and never stored, found within seven days.',
  unit: 'short',
  queries: [['max(sluice_lost_events)', 'lost']],
  alarm: 1,
});

/** Of a chart or a number. */
export const MEMORY_OF_REDIS = {
  title: 'Memory of Redis',
  description:
    'Share of maxmemory of the fullest Redis. Spans and replays are refused from 60 % on, everything goes to spools from 80 % on.',
  unit: 'percentunit',
  queries: [['max(sluice_redis_memory_used_ratio)', 'fullest Redis']],
  warn: 0.5,
  alarm: 0.75,
};

/** @param {string} [selector] of the types, with braces */
export const ageOfOldestJob = (selector = '') =>
  chart({
    title: 'Age of the oldest job',
    description: 'How far the workers of a type are behind. Scale workers on this.',
    unit: 's',
    queries: [[`max by (type) (sluice_queue_oldest_job_age_seconds${selector})`, '{{type}}']],
    warn: 60,
  });

/** @param {string} [selector] of the types, with braces */
export const waitingEvents = (selector = '') =>
  chart({
    title: 'Waiting events',
    description: 'Accepted and not stored, by type.',
    unit: 'short',
    stacked: true,
    queries: [[`max by (type) (sluice_queue_depth_events${selector})`, '{{type}}']],
  });
