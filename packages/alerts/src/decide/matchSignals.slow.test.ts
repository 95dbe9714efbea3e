import { expect, test } from '@jest/globals';
import type { AlertFilters } from '../fields/filters.js';
import type { AlertRule } from '../alertRule.js';
import type { AlertSignal } from './alertSignal.js';
import { runCooperatively } from '@sluice/runtime';
import { longestStallDuring } from '@sluice/testkit/eventLoop';
import { matchSignals } from './matchSignals.js';
import { projectRules } from './projectRules.js';

/** Milliseconds of CPU time; decision 0064. */
const MOST_STALL_MS = 50;

const stored = Array.from({ length: 100 }, (_, index) => `*${'a'.repeat(250)}*${'b'.repeat(250 - (index % 9))}*`);

/** The last two were saved before the cost of a list was limited (decision 0162). */
test.each<[string, number, AlertFilters, string]>([
  ['one pattern', 500, { urls: [`*${'[ab]'.repeat(84)}c*`] }, 'a'.repeat(500)],
  ['any characters', 200, { urls: [`*a${'?'.repeat(500)}c*`, `*b${'?'.repeat(500)}d*`] }, 'ab'.repeat(1_000)],
  ['many automata', 3, { urls: stored }, 'a'.repeat(8_192)],
  ['many anchored classes', 3, { urls: stored.map((_, at) => `${'[!b]'.repeat(120)}*${at}`) }, 'a'.repeat(8_192)],
])('filters of an organization do not block other work: %s', async (_, count, filters, url) => {
  const rules = rulesWith(count, filters);
  const decide = (): Promise<unknown> => runCooperatively(matchSignals(signals(2, url), projectRules(rules, '1')));
  expect(await longestStallDuring(decide)).toBeLessThan(MOST_STALL_MS);
});

function rulesWith(count: number, filters: AlertFilters) {
  return {
    rules: Array.from({ length: count }, (_, index): AlertRule => ({
      organizationId: '2',
      id: String(index),
      projectId: null,
      name: 'r',
      conditions: [{ kind: 'new_issue' }],
      filters,
      exceptProjects: [],
      destinationIds: [],
      cooldownS: 60,
      digestS: 5,
      mutedUntil: null,
      countedSince: new Date(0),
    })),
    organizationOf: new Map([['1', '2']]),
    maintenance: [],
  };
}

function signals(count: number, url: string): readonly AlertSignal[] {
  return Array.from({ length: count }, (_, index) => ({
    projectId: '1',
    id: String(index),
    kind: 'new_issue',
    issueId: 'i',
    eventId: String(index),
    at: new Date(0),
    details: { url: `${url}${index}` },
  }));
}
