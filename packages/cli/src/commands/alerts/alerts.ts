import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { alertsTest } from './alertsTest.js';
import { alertsDeliveries } from './deliveries.js';
import { alertsDestinations } from './destinations/destinations.js';
import { alertsRules } from './rules/rules.js';

/** `sluice alerts …`. */
export const alerts = (answer: AnswerWith): Command =>
  group(
    'alerts',
    'Alerts: rules, destinations and what was sent',
    [alertsRules, alertsDestinations, alertsDeliveries, alertsTest].map((make) => make(answer)),
  );
