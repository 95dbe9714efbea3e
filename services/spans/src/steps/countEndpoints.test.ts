import { describe, expect, test } from '@jest/globals';
import type { EndpointCondition } from '@sluice/contract';
import { NO_WATCHES, type Watches } from '@sluice/db';
import { watchedSpans, type CountedSpan } from './countEndpoints.js';

const ID = '01890000-0000-8000-8000-000000000000';
const SPAN: CountedSpan = {
  project_id: '1',
  id: ID,
  parent_id: null,
  name: 'GET /',
  environment: 'live',
  duration: 500,
  status: 'ok',
};
const CONDITION: EndpointCondition = {
  kind: 'endpoint',
  measure: 'p95',
  name: 'GET /',
  direction: 'above',
  threshold: 500,
  windowMinutes: 5,
  forMinutes: 0,
};

describe('a root span of a watched endpoint', () => {
  test.each<[string, string, Partial<CountedSpan>, Partial<EndpointCondition>]>([
    ['counted', 'as long as the threshold', {}, {}],
    ['over', 'longer than the threshold', { duration: 500.1 }, {}],
    ['counted', 'with an error, where durations are compared', { status: 'error' }, {}],
    ['over', 'with an error', { status: 'error' }, { measure: 'error_rate' }],
    ['counted', 'canceled, which is no error', { status: 'cancelled', duration: 900 }, { measure: 'error_rate' }],
    ['counted', 'in the environment', {}, { environment: 'live' }],
    ['not counted', 'in another environment', {}, { environment: 'test' }],
    ['counted', 'without an environment, as the empty one', { environment: null }, { environment: '' }],
    ['not counted', 'of another name', { name: 'GET /a' }, {}],
    ['counted', 'without a name, as (other)', { name: '' }, { name: '(other)' }],
    ['not counted', 'of another project', { project_id: '2' }, {}],
    ['not counted', 'that has a parent', { parent_id: 'p' }, {}],
  ])('is %s: %s', (expected, _name, span, condition) => {
    expect(countOf(span, condition)).toBe(expected);
  });
});

/** `over`, `counted`, or `not counted`. */
function countOf(span: Partial<CountedSpan>, condition: Partial<EndpointCondition>): string {
  const [event] = watchedSpans([{ ...SPAN, ...span }], watching(condition));
  if (event === undefined) return 'not counted';
  expect(event).toMatchObject({ projectId: '1', series: 's', id: ID });
  return event.isOver ? 'over' : 'counted';
}

function watching(more: Partial<EndpointCondition>): Watches {
  const condition = { ...CONDITION, ...more };
  return { ...NO_WATCHES, endpoints: new Map([['1', new Map([[condition.name, [{ series: 's', condition }]]])]]) };
}
