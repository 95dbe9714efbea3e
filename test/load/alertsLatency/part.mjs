// Part "alertsLatency". START HERE: the load and its requirements; measure.mjs measures, account.mjs says which messages count.
import { withDirectory } from '../support/temporary.mjs';
import { measure } from './measure.mjs';
import { report } from './report.mjs';

/** @type {import('../support/parts.mjs').Part} */
export const part = {
  name: 'alertsLatency',
  summary: 'from a stored event that opens an issue to the request at a webhook, under the load of endToEnd',
  isShort: false,
  defaults: { rate: 12_000, seconds: 60, issues: 20, regressions: 2, separate: false },
  run: benchAlertsLatency,
};

/**
 * @param {{ rate: number, seconds: number, issues: number, regressions: number, separate: boolean }} options events, new issues and
 *   regressions per second; `separate`: every service is a process, instead of the two processes of `npm start`
 */
async function benchAlertsLatency(options) {
  const measured = await withDirectory((directory) => measure(directory, options));
  return { part: 'alertsLatency', ...report(measured, options) };
}
