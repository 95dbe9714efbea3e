// Guards of how alerts are delivered: quiet hours, the order of incidents, and what an erasure leaves; see guards.mjs.

const deliveries = 'packages/db/src/alerts/deliveries.int.test.ts';
const deliverer = 'services/alerts/src/deliver/createDeliverer.int.test.ts';
const incidents = 'packages/db/src/alerts/incidentOrder.int.test.ts';
const erasedAlerts = 'services/housekeeping/src/erasures/erasedAlerts.int.test.ts';
const maskAlerts = 'packages/db/src/erasure/steps/maskAlerts.ts';

/** @type {readonly import('./guards.mjs').Guard[]} */
export const alertDeliveryGuards = [
  {
    promise: 'alerts: quiet hours: no message is made in them',
    file: 'packages/db/src/alerts/composeDeliveries.ts',
    find: 'quietHours === null ? undefined : quietUntil(quietHours, nowMs)',
    replace: 'undefined',
    project: 'int',
    test: deliveries,
  },
  {
    promise: 'alerts: quiet hours: what is due in them waits, however it came to be due then',
    file: 'services/alerts/src/deliver/createDeliverer.ts',
    find: 'if (quietEnd !== undefined) return postponeDelivery(db, delivery, quietEnd);',
    replace: '',
    project: 'int',
    test: deliverer,
  },
  {
    promise: 'alerts: quiet hours: only the first attempt of what was sent again by hand ignores them',
    file: 'services/alerts/src/deliver/createDeliverer.ts',
    find: "(kind === 'resend' && tries === 1)",
    replace: "(kind === 'resend' && tries > 0)",
    project: 'int',
    test: deliverer,
  },
  {
    promise: 'alerts: quiet hours: a retry begins after them',
    file: 'packages/db/src/alerts/settleDelivery.ts',
    find: 'afterQuiet(destination?.quietHours ?? null, ms)',
    replace: 'afterQuiet(null, ms)',
    project: 'int',
    test: deliveries,
  },
  {
    promise: 'alerts: quiet hours: a resumed destination gets what waits after them',
    file: 'packages/db/src/alerts/spreadOverHours.ts',
    find: 'let ms = afterQuiet(quietHours, nowMs);',
    replace: 'let ms = nowMs;',
    project: 'unit',
    test: 'packages/db/src/alerts/spreadOverHours.test.ts',
  },
  {
    promise: 'alerts: incidents: no message is made while a request is in flight',
    file: 'packages/db/src/alerts/composeDeliveries.ts',
    find: 'for (const id of inFlight) waits.set(id, nowMs + ANSWER_MS);',
    replace: '',
    project: 'int',
    test: incidents,
  },
  {
    promise: 'alerts: incidents: no attempt begins while a message is made',
    file: 'packages/db/src/alerts/incidentOrder.ts',
    find: "and kind <> 'test'\n    for update`",
    replace: "and kind <> 'test'`",
    project: 'int',
    test: incidents,
  },
  {
    promise: 'alerts: incidents: a repeated recovery does not end a later firing',
    file: 'packages/db/src/alerts/incidentOrder.ts',
    find: 'f.subject = n.subject and f.at > n.at',
    replace: 'f.subject = n.subject and f.at < n.at',
    project: 'int',
    test: incidents,
  },
  {
    promise: 'alerts: incidents: a retry leaves out what a later message reports',
    file: 'services/alerts/src/deliver/createDeliverer.ts',
    find: 'return superseded.length === 0 ? message : { ...message, superseded };',
    replace: 'return superseded.length >= 0 ? message : { ...message, superseded };',
    project: 'int',
    test: 'services/alerts/src/deliver/incidentOrder.int.test.ts',
  },
  {
    promise: 'alerts: erasure: stored messages are masked',
    file: maskAlerts,
    find: 'await maskDeliveries(tx, projectId, issues);',
    replace: 'await maskDeliveries(tx, projectId, []);',
    project: 'int',
    test: erasedAlerts,
  },
  {
    promise: 'alerts: erasure: the inbox is masked',
    file: maskAlerts,
    find: 'await maskInbox(tx, projectId, issues);',
    replace: 'await maskInbox(tx, projectId, []);',
    project: 'int',
    test: erasedAlerts,
  },
  {
    promise: 'alerts: erasure: what waits to be decided loses what its event said',
    file: maskAlerts,
    find: 'update alert_signals set details = details - ${OF_EVENT}',
    replace: 'update alert_signals set details = details',
    project: 'int',
    test: erasedAlerts,
  },
  {
    promise: 'alerts: erasure: the history loses what its event said',
    file: maskAlerts,
    find: 'update alert_firings set details = details - ${OF_EVENT}',
    replace: 'update alert_firings set details = details',
    project: 'int',
    test: erasedAlerts,
  },
  {
    promise: 'alerts: erasure: answers of receivers, which may repeat a message, are deleted',
    file: maskAlerts,
    find: 'update alert_attempts set response = null',
    replace: 'update alert_attempts set response = response',
    project: 'int',
    test: erasedAlerts,
  },
  {
    promise: 'alerts: erasure: an attempt that read a message before does not store it',
    file: maskAlerts,
    find: 'set attempts = attempts + 1, tries_from = tries_from + 1, claimed_until = null',
    replace: 'set tries_from = tries_from + 1, claimed_until = null',
    project: 'int',
    test: erasedAlerts,
  },
];
