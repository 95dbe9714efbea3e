import { expect, test } from '@jest/globals';
import { factsOf } from './factsOf';

test('the sum in words is of the totals, and repeats none of them', () => {
  const facts = factsOf({ visitors: 4_000, visits: 6_000, pageviews: 13_500, customs: 77 });
  expect(facts).toEqual(['2.3 page views per visit', '1.5 visits per visitor']);
});

test.each([
  [{ visitors: 2, visits: 2, pageviews: 0, customs: 5 }, ['0 page views per visit', '1 visit per visitor']],
  [{ visitors: 0, visits: 0, pageviews: 0, customs: 0 }, []],
  [{ visitors: 0, visits: 0, pageviews: 3, customs: 0 }, []],
])('the facts of %j are %j', (totals, facts) => {
  expect(factsOf(totals)).toEqual(facts);
});
