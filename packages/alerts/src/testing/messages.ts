import type { AlertItem, AlertMessage, IssueFacts } from '../alertMessage.js';

const BASE = 'https://sluice.example';
const AT = '2026-11-25T10:31:00.000Z';
const ISSUE = '0f0f0f0f-0000-4000-8000-000000000001';
const ISSUE_URL = `${BASE}/acme/web/issues/${ISSUE}`;

const issueOf = (facts: Partial<IssueFacts>): IssueFacts => ({
  id: ISSUE,
  level: 'error',
  culprit: 'load in src/cart.ts:12',
  sourceLine: 'return cart.items.map((item) => item.price);',
  firstRelease: '1.4.1',
  lastRelease: '1.4.1',
  environment: 'production',
  events: 12,
  users: 5,
  assignee: null,
  ...facts,
});

const itemOf = (part: Partial<AlertItem>): AlertItem => ({
  firingId: '0f0f0f0f-0000-4000-8000-00000000000a',
  kind: 'new_issue',
  state: 'firing',
  at: AT,
  suppressed: 0,
  rule: { id: '0f0f0f0f-0000-4000-8000-00000000000b', name: 'New issues and regressions' },
  reason: 'The issue has never been seen before.',
  title: "TypeError: Cannot read properties of undefined (reading 'items')",
  subject: `issue:${ISSUE}`,
  url: ISSUE_URL,
  ...part,
});

const messageOf = (part: Partial<AlertMessage>): AlertMessage => ({
  id: '0f0f0f0f-0000-4000-8000-00000000000c',
  organization: 'acme',
  project: 'web',
  state: 'firing',
  severity: 'error',
  total: part.items?.length ?? 0,
  url: ISSUE_URL,
  at: AT,
  title: '',
  items: [],
  ...part,
});

const TITLE = itemOf({}).title;
const newIssue = messageOf({ title: `New issue: ${TITLE}`, items: [itemOf({ issue: issueOf({}) })] });

const regression = messageOf({
  title: `Regression: ${TITLE}`,
  items: [
    itemOf({
      kind: 'regression',
      reason: 'It was resolved in 1.4.0 and occurred again in 1.4.1.',
      suppressed: 3,
      issue: issueOf({ firstRelease: '1.3.0', assignee: 'Ada', events: 1204, users: 311 }),
    }),
  ],
});

const burst = messageOf({
  title: '50 new issues in web',
  total: 50,
  unsent: [
    {
      ruleId: '0f0f0f0f-0000-4000-8000-00000000000b',
      text: '11 other firings of “New issues and regressions” were not sent while it was muted (2026-11-25 08:00–10:00 UTC).',
      url: `${BASE}/acme/web/alerts?tab=history&by=0f0f0f0f-0000-4000-8000-00000000000b`,
    },
  ],
  url: `${BASE}/acme/web/alerts`,
  items: Array.from({ length: 10 }, (_, index) => {
    const id = `0f0f0f0f-0000-4000-8000-0000000001${index + 10}`;
    return itemOf({
      firingId: `0f0f0f0f-0000-4000-8000-0000000002${index + 10}`,
      title: `RangeError: Invalid array length (case ${index + 1})`,
      subject: `issue:${id}`,
      url: `${BASE}/acme/web/issues/${id}`,
      issue: issueOf({
        id,
        culprit: `resize in src/list${index + 1}.ts:${index + 3}`,
        events: 100 - index,
        users: 40 - index,
      }),
    });
  }),
});

const SERIES = 'GET /cart: 95th percentile above 800 ms';
const seriesItem = itemOf({
  kind: 'endpoint',
  state: 'firing',
  title: SERIES,
  subject: 'series:0f0f0f0f-0000-4000-8000-00000000000b:0',
  rule: { id: '0f0f0f0f-0000-4000-8000-00000000000b', name: 'Slow cart' },
  reason:
    '7.2 % of the requests in the last 5 minutes took longer than 800 ms; the limit is 5 %. It was above the limit for 5 minutes.',
  url: `${BASE}/acme/web/alerts`,
  series: {
    value: 7.2,
    threshold: 5,
    direction: 'above',
    unit: '%',
    windowMinutes: 5,
    since: '2026-11-25T10:26:00.000Z',
  },
});
const firing = messageOf({
  title: SERIES,
  state: 'firing',
  url: `${BASE}/acme/web/alerts`,
  items: [seriesItem],
});

const recovered = messageOf({
  title: `Recovered: ${SERIES}`,
  state: 'recovered',
  severity: 'info',
  url: `${BASE}/acme/web/alerts`,
  items: [
    {
      ...seriesItem,
      state: 'recovered',
      reason:
        '1.1 % of the requests in the last 5 minutes took longer than 800 ms; the limit is 5 %. It is no longer above the limit.',
      series: { value: 1.1, threshold: 5, direction: 'above', unit: '%', windowMinutes: 5, since: AT },
    },
  ],
});

const drop = messageOf({
  title: 'Spike protection refuses events',
  state: 'notice',
  severity: 'warning',
  url: `${BASE}/acme/web/usage`,
  items: [
    itemOf({
      kind: 'spike_cap',
      state: 'notice',
      title: 'Spike protection refuses events',
      subject: 'drop:spike_cap:span',
      url: `${BASE}/acme/web/usage`,
      reason: 'Spike protection refused 4,210 span events this hour. The cap can be lifted until the hour ends.',
      rule: { id: '0f0f0f0f-0000-4000-8000-00000000000d', name: 'Drops and limits' },
      action: {
        label: 'Lift the cap of spans for this hour',
        url: `${BASE}/acme/web/usage?lift=span&hour=2026-11-25T10%3A00%3A00.000Z`,
      },
    }),
  ],
});

const quota = messageOf({
  title: 'Monthly quota of errors: 80 % used',
  project: null,
  state: 'notice',
  severity: 'warning',
  url: `${BASE}/acme/settings/quotas`,
  items: [
    itemOf({
      kind: 'monthly_quota',
      state: 'notice',
      title: 'Monthly quota of errors: 80 % used',
      subject: 'drop:monthly_quota:errors:80',
      url: `${BASE}/acme/settings/quotas`,
      reason: '80 % of the errors quota for 2026-11 is used: 802,114 of 1,000,000.',
      rule: { id: '0f0f0f0f-0000-4000-8000-00000000000d', name: 'Drops and limits' },
    }),
  ],
});

const test = messageOf({
  title: 'Test of the destination Team chat',
  project: null,
  state: 'test',
  severity: 'info',
  url: `${BASE}/acme/settings/alerts`,
  items: [
    itemOf({
      kind: 'test',
      state: 'test',
      rule: { id: '0', name: 'Test' },
      title: 'Team chat',
      subject: 'test',
      firingId: '0f0f0f0f-0000-4000-8000-00000000000c',
      reason: 'A test of this destination was requested. If you can read this, alerts reach it.',
      url: `${BASE}/acme/settings/alerts`,
    }),
  ],
});

/** One message of each form, by name, as `composeMessage` of services/alerts composes it: its tests compare them. */
export const SAMPLE_MESSAGES = { newIssue, regression, burst, firing, recovered, drop, quota, test } as const;
