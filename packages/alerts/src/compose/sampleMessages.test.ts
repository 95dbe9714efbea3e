import { expect, test } from '@jest/globals';
import type { AlertMessage } from '../alertMessage.js';
import { SAMPLE_MESSAGES } from '../testing/index.js';
import type { AlertCondition } from '../conditions/conditions.js';
import { composeMessage, testMessage, type ReportedFiring, type ReportedIssue } from './composeMessage.js';
import { pageUrls } from '../words/pageUrls.js';
import type { FiringDetails } from '../words/details.js';

const CONDITION: AlertCondition = {
  kind: 'endpoint',
  name: 'GET /cart',
  measure: 'p95',
  threshold: 800,
  direction: 'above',
  windowMinutes: 5,
  forMinutes: 5,
};

/** What was decided, from which the words of each sample follow. */
const DETAILS: Readonly<Record<Exclude<keyof typeof SAMPLE_MESSAGES, 'test'>, FiringDetails>> = {
  newIssue: {},
  regression: { resolvedIn: '1.4.0', release: '1.4.1' },
  burst: {},
  firing: { condition: CONDITION, value: 7.2, since: '2026-11-25T10:26:00.000Z' },
  recovered: { condition: CONDITION, value: 1.1, since: '2026-11-25T10:31:00.000Z' },
  drop: { count: 4_210, type: 'span', hour: '2026-11-25T10:00:00.000Z' },
  quota: { pool: 'errors', percent: 80, count: 802_114, limit: 1_000_000, month: 202_611 },
};

/** What the first firing of the burst says of those before it. */
const MUTED = {
  others: { count: 11, from: '2026-11-25T08:00:00.000Z', to: '2026-11-25T10:00:00.000Z', by: 'muted' },
};

test.each(Object.entries(DETAILS))('the sample %s of the templates is what is composed', (name, details) => {
  const sample: AlertMessage = SAMPLE_MESSAGES[name as keyof typeof DETAILS];
  const listed = sample.items.map(({ firingId: id, kind, subject, state, suppressed, at, rule }) => ({
    id,
    kind,
    subject,
    state: state as ReportedFiring['state'],
    suppressed,
    at: new Date(at),
    rule,
    details: name === 'burst' && id === sample.items[0]?.firingId ? MUTED : details,
  }));
  const issues = sample.items.flatMap(({ title, issue }): readonly ReportedIssue[] =>
    issue === undefined ? [] : [{ ...issue, title, isOther: false }],
  );
  const firings = [...listed, ...unlisted(sample.total - listed.length)];
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  expect(composeMessage({ ...aboutOf(sample), firings, issues: byId, reportsAllSeries: false })).toEqual(sample);
});

test('the sample of a test is what a test sends', () => {
  expect(testMessage(aboutOf(SAMPLE_MESSAGES.test), 'Team chat')).toEqual(SAMPLE_MESSAGES.test);
});

function aboutOf({ id, organization, project, at }: AlertMessage) {
  return {
    id,
    organization,
    project,
    nowMs: Date.parse(at),
    pages: pageUrls('https://sluice.example', { organization, project }),
  };
}

/** Issues beyond the ten that a message lists. */
function unlisted(count: number): readonly ReportedFiring[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `unlisted-${index}`,
    kind: 'new_issue',
    subject: `issue:unlisted-${index}`,
    state: 'firing' as const,
    details: {},
    suppressed: 0,
    at: new Date(0),
    rule: { id: '7', name: 'New issues' },
  }));
}
