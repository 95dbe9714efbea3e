import { describe, expect, test } from '@jest/globals';
import { conditionText, DROPS } from '@sluice/alerts/kinds';
import fc from 'fast-check';
import type { Condition, ConditionKind, ConditionOf } from './alertTypes';
import { conditionToDraft, conditionToWire, newCondition } from './conditionDraft';

/** A text of one line without blanks around it, as the API stores names. */
const line = fc.stringMatching(/^[a-z0-9:/*“”é]([a-z0-9 =:/*“”é]{0,20}[a-z0-9=:/*“”é])?$/);
const name = fc.stringMatching(/^[a-z][a-z0-9._-]{0,20}$/);
/** JSON has no negative zero. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const minutes = fc.integer({ min: 0, max: 1_440 });
const levels = fc.uniqueArray(
  fc.constantFrom(
    'fatal' as const,
    'error' as const,
    'warning' as const,
    'info' as const,
    'debug' as const,
    'trace' as const,
  ),
  { minLength: 1 },
);

const bounds = {
  direction: fc.constantFrom('above' as const, 'below' as const),
  threshold: number,
  windowMinutes: minutes,
  forMinutes: minutes,
};
const BOUNDS = ['direction', 'threshold', 'windowMinutes', 'forMinutes'] as const;

const CONDITIONS: Readonly<Record<ConditionKind, fc.Arbitrary<Condition>>> = {
  new_issue: fc.constant({ kind: 'new_issue' }),
  regression: fc.constant({ kind: 'regression' }),
  ignore_ended: fc.constant({ kind: 'ignore_ended' }),
  assigned: fc.constant({ kind: 'assigned' }),
  issue_rate: fc.record({
    kind: fc.constant('issue_rate'),
    measure: fc.constantFrom('events', 'users'),
    above: fc.nat(),
    windowMinutes: minutes,
  }),
  issue_trend: fc.record({ kind: fc.constant('issue_trend'), factor: number, floor: fc.nat() }),
  endpoint: fc.record(
    {
      ...bounds,
      kind: fc.constant('endpoint' as const),
      measure: fc.constantFrom('p95' as const, 'error_rate' as const),
      name: line,
      environment: line,
    },
    { requiredKeys: ['kind', 'measure', 'name', ...BOUNDS] },
  ),
  metric: fc.record(
    {
      ...bounds,
      kind: fc.constant('metric' as const),
      statistic: fc.constantFrom<ConditionOf<'metric'>['statistic']>('avg', 'sum', 'p99'),
      name: line,
      environment: line,
    },
    { requiredKeys: ['kind', 'statistic', 'name', ...BOUNDS] },
  ),
  log_rate: fc.record({
    ...bounds,
    kind: fc.constant('log_rate'),
    query: fc.record(
      {
        levels,
        text: line,
        attributes: fc.dictionary(name, line, { minKeys: 1, noNullPrototype: true }),
        environment: line,
      },
      { requiredKeys: [] },
    ),
  }),
  drops: fc.record({
    kind: fc.constant('drops'),
    of: fc.uniqueArray(fc.constantFrom(...DROPS.map(({ kind }) => kind))),
  }),
};

describe('the form of a condition', () => {
  test.each(Object.entries(CONDITIONS))('of the kind %s describes the condition that it was made of', (_kind, of) => {
    fc.assert(
      fc.property(of, (condition) => {
        expect(conditionToWire(conditionToDraft('key', condition))).toEqual(condition);
      }),
    );
  });

  test('keeps what kinds share when the kind changes, and sends only fields of the new kind', () => {
    const draft = { ...newCondition('key', 'endpoint'), name: 'GET /cart', threshold: '12', environment: 'production' };
    expect(conditionToWire({ ...draft, kind: 'metric' })).toEqual({
      kind: 'metric',
      statistic: 'avg',
      name: 'GET /cart',
      environment: 'production',
      direction: 'above',
      threshold: 12,
      windowMinutes: 5,
      forMinutes: 5,
    });
    expect(conditionToWire({ ...draft, kind: 'new_issue' })).toEqual({ kind: 'new_issue' });
  });

  test.each(['', '  ', 'many'])('sends no number for the number %p, so that the API names the field', (above) => {
    const sent = JSON.stringify(conditionToWire({ ...newCondition('key', 'issue_rate'), above }));
    expect(JSON.parse(sent)).toMatchObject({ above: null });
  });

  test('sends no text with blanks around it, and no empty text', () => {
    const draft = {
      ...newCondition('key', 'log_rate'),
      text: '  ',
      environment: ' production ',
      attributes: '\n a = 1\n',
    };
    expect(conditionToWire(draft)).toMatchObject({ query: { attributes: { a: '1' }, environment: 'production' } });
    expect(conditionToWire(draft)).not.toHaveProperty('query.text');
  });

  test.each(['endpoint', 'metric', 'log_rate', 'issue_rate', 'drops'] as const)(
    'of the kind %s has an ellipsis in its sentence for what is not filled in yet',
    (kind) => {
      const empty = { ...newCondition('key', kind), above: '', threshold: '', windowMinutes: '' };
      expect(conditionText(conditionToWire(empty))).toContain('…');
      expect(conditionText(conditionToWire(empty))).not.toMatch(/NaN|undefined| {2}/);
    },
  );
});
