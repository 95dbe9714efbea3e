import { describe, expect, test } from '@jest/globals';
import type { EndpointCondition } from '@sluice/contract';
import { firingId, type FiringCandidate } from './firing.js';
import { seriesId } from '@sluice/db';

const candidate: FiringCandidate = {
  projectId: '1',
  organizationId: '2',
  ruleId: '3',
  conditionIndex: 0,
  kind: 'new_issue',
  subject: 'issue:a',
  occurrence: 'e',
  state: 'firing',
  details: {},
  destinationIds: [],
  cooldownS: 0,
  digestS: 0,
  suppressedBy: null,
};

describe('the identity of a firing', () => {
  test('is a UUID of version 8', () => {
    expect(firingId(candidate)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test.each<Partial<FiringCandidate>>([
    { details: { value: 3 } },
    { destinationIds: ['9'] },
    { cooldownS: 60, digestS: 60 },
    { suppressedBy: 'muted' },
    { conditionIndex: 1 },
  ])('does not depend on %j', (more) => {
    expect(firingId({ ...candidate, ...more })).toBe(firingId(candidate));
  });

  test.each<Partial<FiringCandidate>>([
    { projectId: '11' },
    { ruleId: '33' },
    { kind: 'regression' },
    { subject: 'issue:b' },
    { occurrence: 'f' },
    { state: 'recovered' },
    // The same characters, divided otherwise.
    { subject: 'issue:ae', occurrence: '' },
  ])('depends on %j', (more) => {
    expect(firingId({ ...candidate, ...more })).not.toBe(firingId(candidate));
  });
});

// Stored firings and counted series have these names: another version of Sluice must find them.
test('names are the same in every version', () => {
  expect(firingId(candidate)).toBe('1d1a84ad-3702-8024-8ced-03c846d77e05');
  const condition: EndpointCondition = {
    kind: 'endpoint',
    measure: 'p95',
    name: 'GET /ü',
    direction: 'above',
    threshold: 5,
    windowMinutes: 1,
    forMinutes: 0,
  };
  expect(seriesId('1', 0, condition)).toBe('c86f7ad3-0424-879c-aa7d-0e12b73a8930');
});

describe('the name of a series', () => {
  const condition: EndpointCondition = {
    kind: 'endpoint',
    measure: 'p95',
    name: 'GET /',
    direction: 'above',
    threshold: 5,
    windowMinutes: 1,
    forMinutes: 0,
  };

  test('does not depend on the order of keys', () => {
    const reversed = Object.fromEntries(Object.entries(condition).reverse()) as unknown as EndpointCondition;
    expect(seriesId('1', 0, reversed)).toBe(seriesId('1', 0, condition));
  });

  test('changes with the condition, its place and its rule', () => {
    const ids = [
      seriesId('1', 0, condition),
      seriesId('1', 0, { ...condition, threshold: 6 }),
      seriesId('1', 1, condition),
      seriesId('2', 0, condition),
    ];
    expect(new Set(ids).size).toBe(4);
  });
});
