import { describe, expect, test } from '@jest/globals';
import { type ReceivedMessage } from './support/alerts/alertReceiver.js';
import { judgeAlerts, type AlertsObserved } from './support/alerts/judgeAlerts.js';

/** Tests of the judge of alerts: it must detect every violation of a promise, and accept correct results. */

const message = (
  destination: string,
  id: string,
  firings: readonly string[],
  more: Partial<ReceivedMessage> = {},
): ReceivedMessage => ({
  destination,
  id,
  body: JSON.stringify({ data: { items: firings.map((firingId) => ({ firingId })), total: firings.length } }),
  isTaken: true,
  ...more,
});

const firing = (id: string, issue: string, isSuppressed = false): AlertsObserved['firings'][number] => ({
  ...{ id, kind: 'new_issue', subject: `issue:${issue}`, isSuppressed },
});

/** Two issues that became one message to each of two destinations; the one to `b` was refused first. */
const right: AlertsObserved = {
  issues: ['1', '2'],
  signals: 0,
  destinations: ['a', 'b'],
  firings: [firing('f1', '1'), firing('f2', '2')],
  notices: [
    { firingId: 'f1', destination: 'a', deliveryId: 'ma' },
    { firingId: 'f2', destination: 'a', deliveryId: 'ma' },
    { firingId: 'f1', destination: 'b', deliveryId: 'mb' },
    { firingId: 'f2', destination: 'b', deliveryId: 'mb' },
  ],
  deliveries: [
    { id: 'ma', destination: 'a', state: 'sent' },
    { id: 'mb', destination: 'b', state: 'sent' },
  ],
  received: [
    message('b', 'mb', ['f1', 'f2'], { isTaken: false }),
    message('a', 'ma', ['f1', 'f2']),
    message('b', 'mb', ['f1', 'f2']),
  ],
};

const without = <T>(list: readonly T[], index: number): readonly T[] => list.filter((_, at) => at !== index);
const instead = <T extends object>(list: readonly T[], index: number, change: Partial<T>): readonly T[] =>
  list.map((item, at) => (at === index ? { ...item, ...change } : item));

describe('the judge of alerts', () => {
  test.each<[string, AlertsObserved]>([
    ['everything is delivered, the second time where it was refused', right],
    ['a message arrived again', { ...right, received: [...right.received, message('a', 'ma', ['f1', 'f2'])] }],
    [
      'a suppressed firing is in no message',
      { ...right, firings: [...right.firings, { ...firing('f3', '1', true), kind: 'regression' }] },
    ],
    [
      'a message lists the first of its firings',
      {
        ...right,
        received: [
          message('a', 'ma', [], { body: JSON.stringify({ data: { items: [{ firingId: 'f2' }], total: 2 } }) }),
          message('b', 'mb', ['f1', 'f2']),
        ],
      },
    ],
  ])('finds nothing wrong where %s', (_name, observed) => {
    expect(judgeAlerts(observed)).toEqual([]);
  });

  test.each<[string, AlertsObserved, string]>([
    ['a signal waits', { ...right, signals: 1 }, '1 signals are not decided'],
    ['an issue never fired', { ...right, issues: ['1', '2', '3'] }, 'issue:3: was decided 0 times as new'],
    [
      'an issue fired twice, in the same message',
      { ...right, firings: [...right.firings, firing('f3', '2', true)] },
      'issue:2: was decided 2 times as new',
    ],
    [
      'a firing exists twice',
      { ...right, firings: [...right.firings, firing('f1', '1')] },
      'firing f1: exists 2 times',
    ],
    ['no issue fired', { ...right, issues: ['1'] }, 'issue:2: is no issue, and fired'],
    [
      'a firing goes to one of two destinations',
      { ...right, notices: without(right.notices, 2) },
      'firing f1: must go to a,b, goes to a',
    ],
    [
      'a firing is in two messages to a destination',
      { ...right, notices: [...right.notices, { firingId: 'f1', destination: 'a', deliveryId: 'mb' }] },
      'firing f1: must go to a,b, goes to a,a,b',
    ],
    [
      'a suppressed firing goes somewhere',
      { ...right, firings: instead(right.firings, 0, { isSuppressed: true }) },
      'firing f1: must go to no destination, goes to a,b',
    ],
    [
      'a firing waits for its message',
      { ...right, notices: instead(right.notices, 0, { deliveryId: null }) },
      'firing f1: is in no message to a',
    ],
    [
      'a firing is in the message to another destination',
      { ...right, notices: instead(right.notices, 0, { deliveryId: 'mb' }) },
      'firing f1: is in no message to a',
    ],
    [
      'a message waits in a paused destination',
      { ...right, deliveries: instead(right.deliveries, 0, { state: 'paused' }) },
      'message ma to a: is paused',
    ],
    [
      'a message counts as sent, and was only refused',
      { ...right, received: without(right.received, 2) },
      'message mb to b: is sent, and never arrived',
    ],
    [
      'a firing is sent again under another id',
      { ...right, received: [...right.received, message('a', 'mc', ['f1'])] },
      'message mc to a: arrived, and is not known',
    ],
    [
      'an attempt has other bytes',
      { ...right, received: [...right.received, message('a', 'ma', ['f2', 'f1'])] },
      'message ma to a: arrived in 2 versions',
    ],
    [
      'a message says fewer firings than it has',
      { ...right, received: instead(right.received, 1, message('a', 'ma', ['f1'])) },
      'message ma to a: says 1 firings, has 2',
    ],
    [
      'a message lists a firing of another one',
      { ...right, received: instead(right.received, 1, message('a', 'ma', ['f1', 'f9'])) },
      'message ma to a: lists firing f9 of another one',
    ],
  ])('sees that %s', (_name, observed, sentence) => {
    expect(judgeAlerts(observed)).toContain(sentence);
  });
});
