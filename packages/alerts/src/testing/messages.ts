import type { AlertItem, AlertMessage, IssueFacts } from '../alertMessage.js';

const BASE = 'https://sluice.example';
const AT = '2026-11-25T10:31:00.000Z';

const issueOf = (facts: Partial<IssueFacts>): IssueFacts => ({
  ...{ id: '0f0f0f0f-0000-4000-8000-000000000001', level: 'error' },
  ...{ culprit: 'load in src/cart.ts:12', sourceLine: 'return cart.items.map((item) => item.price);' },
  ...{ firstRelease: '1.4.1', lastRelease: '1.4.1', environment: 'production' },
  ...{ events: 12, users: 5, assignee: null },
  ...facts,
});

const itemOf = (part: Partial<AlertItem>): AlertItem => ({
  firingId: '0f0f0f0f-0000-4000-8000-00000000000a',
  ...{ kind: 'new_issue', state: 'firing', at: AT, suppressed: 0 },
  rule: { id: '0f0f0f0f-0000-4000-8000-00000000000b', name: 'New issues and regressions' },
  reason: 'This issue occurred for the first time.',
  title: "TypeError: Cannot read properties of undefined (reading 'items')",
  subject: 'issue:0f0f0f0f-0000-4000-8000-000000000001',
  url: `${BASE}/acme/web/issues/1`,
  ...part,
});

const messageOf = (part: Partial<AlertMessage>): AlertMessage => ({
  ...{ id: '0f0f0f0f-0000-4000-8000-00000000000c', organization: 'acme', project: 'web' },
  ...{ state: 'firing', severity: 'error', total: part.items?.length ?? 0, url: `${BASE}/acme/web/issues`, at: AT },
  ...{ title: '', items: [] },
  ...part,
});

const TITLE = itemOf({}).title;
const newIssue = messageOf({ title: `New issue: ${TITLE}`, items: [itemOf({ issue: issueOf({}) })] });

const regression = messageOf({
  title: `Regression: ${TITLE}`,
  items: [
    itemOf({
      ...{ kind: 'regression', reason: 'An issue that was resolved in 1.4.0 occurred again in 1.4.1.', suppressed: 3 },
      issue: issueOf({ firstRelease: '1.3.0', assignee: 'Ada', events: 1204, users: 311 }),
    }),
  ],
});

const burst = messageOf({
  title: '50 new issues in web',
  total: 50,
  items: Array.from({ length: 10 }, (_, index) =>
    itemOf({
      title: `RangeError: Invalid array length (case ${index + 1})`,
      subject: `issue:0f0f0f0f-0000-4000-8000-0000000001${index + 10}`,
      url: `${BASE}/acme/web/issues/${index + 1}`,
      issue: issueOf({
        culprit: `resize in src/list${index + 1}.ts:${index + 3}`,
        events: 100 - index,
        users: 40 - index,
      }),
    }),
  ),
});

const seriesItem = itemOf({
  ...{
    kind: 'endpoint',
    state: 'firing',
    title: 'p95 of GET /cart',
    subject: 'series:0f0f0f0f-0000-4000-8000-00000000000b:0',
  },
  rule: { id: '0f0f0f0f-0000-4000-8000-00000000000b', name: 'Slow cart' },
  reason: 'p95 of GET /cart has been above 800 ms for 5 minutes.',
  url: `${BASE}/acme/web/endpoints?name=GET%20%2Fcart`,
  series: {
    value: 1240.5,
    threshold: 800,
    direction: 'above',
    unit: 'ms',
    windowMinutes: 5,
    since: '2026-11-25T10:26:00.000Z',
  },
});
const firing = messageOf({
  title: 'Slow: p95 of GET /cart',
  state: 'firing',
  severity: 'warning',
  items: [seriesItem],
});

const recovered = messageOf({
  ...{ title: 'Recovered: p95 of GET /cart', state: 'recovered', severity: 'warning' },
  items: [
    {
      ...seriesItem,
      ...{ state: 'recovered', reason: 'p95 of GET /cart has been below 800 ms for 5 minutes.' },
      series: { value: 420, threshold: 800, direction: 'above', unit: 'ms', windowMinutes: 5, since: AT },
    },
  ],
});

const drop = messageOf({
  title: 'Spike protection dropped events in web',
  state: 'notice',
  severity: 'warning',
  items: [
    itemOf({
      ...{
        kind: 'spike_cap',
        state: 'notice',
        title: 'web',
        subject: 'drop:spike_cap:',
        url: `${BASE}/acme/web/usage`,
      },
      reason: 'The project sent more than 10 times its usual events; 4,210 events were dropped this hour.',
      rule: { id: '0f0f0f0f-0000-4000-8000-00000000000d', name: 'Drops and limits' },
      action: { label: 'Lift the cap of spans for this hour', url: `${BASE}/acme/web/spike-cap/lift?token=abc_def` },
    }),
  ],
});

const quota = messageOf({
  ...{
    title: '80% of the monthly quota of errors is used',
    project: null,
    state: 'notice',
    severity: 'info',
    url: `${BASE}/acme/usage`,
  },
  items: [
    itemOf({
      ...{
        kind: 'monthly_quota',
        state: 'notice',
        title: 'acme',
        subject: 'drop:monthly_quota:errors:80',
        url: `${BASE}/acme/usage`,
      },
      reason: '802,114 of 1,000,000 errors of November are used. Above the quota, events are dropped.',
      rule: { id: '0f0f0f0f-0000-4000-8000-00000000000d', name: 'Drops and limits' },
    }),
  ],
});

const test = messageOf({
  title: 'Test of the destination "Team chat"',
  state: 'test',
  severity: 'info',
  url: `${BASE}/acme/alerts`,
});

/** One message of each form, by name. */
export const SAMPLE_MESSAGES = { newIssue, regression, burst, firing, recovered, drop, quota, test } as const;
