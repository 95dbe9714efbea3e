import { describe, expect, test } from '@jest/globals';
import { type ReceivedMessage } from './support/alerts/alertReceiver.js';
import {
  busyMinutes,
  drops,
  frequentIssues,
  newIssues,
  returnedIssues,
  type Happening,
} from './support/alerts/happened.js';
import { judgeAlerts, type AlertsObserved } from './support/alerts/judgeAlerts.js';

/** Two new issues that became one message to each of two destinations; the one to `b` was refused first. */
const right: AlertsObserved = {
  kinds: ['new_issue'],
  happened: issues('1', '2'),
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

const SERIES = 'series:7:3';
const NOON = Date.parse('2026-05-01T12:00:00Z');
const at = (minute: number): string => new Date(NOON + minute * 60_000).toISOString();

/** One thing of each kind, each in the only message. */
const everyKind = ((): AlertsObserved => {
  const happened = [
    ...issues('1'),
    ...returnedIssues([{ id: '1', resolved: 2, events: 90 }]),
    ...frequentIssues([{ id: '1', resolved: 2, events: 90 }], 80),
    ...busyMinutes(SERIES, [NOON, NOON + 1], 1),
    ...drops([{ kind: 'disabled_key', what: 'k', times: 1 }]),
  ];
  const firings = happened
    .flatMap(({ times, ...one }) => Array.from({ length: times }, () => one))
    .map((one, index) => ({ ...one, id: `f${index}`, isSuppressed: false }));
  const ids = firings.map(({ id }) => id);
  return {
    kinds: ['new_issue', 'regression', 'issue_rate', 'log_rate', 'disabled_key'],
    happened,
    firings,
    signals: 0,
    destinations: ['a'],
    notices: ids.map((firingId) => ({ firingId, destination: 'a', deliveryId: 'm' })),
    deliveries: [{ id: 'm', destination: 'a', state: 'sent' }],
    received: [message('a', 'm', ids)],
  };
})();
const nothing: AlertsObserved = { ...right, happened: [], firings: [], notices: [], deliveries: [], received: [] };

describe('the judge of alerts', () => {
  test.each<[string, AlertsObserved]>([
    ['everything is delivered, the second time where it was refused', right],
    ['everything happened that can', everyKind],
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
    ['no issue was created', nothing, 'new_issue: never happened, so that nothing was tested'],
    ...everyKind.kinds.map((kind): [string, AlertsObserved, string] => [
      `nothing happened that fires ${kind}`,
      {
        ...everyKind,
        happened: everyKind.happened.filter((one) => one.kind !== kind),
        firings: everyKind.firings.filter((one) => one.kind !== kind),
      },
      `${kind}: never happened, so that nothing was tested`,
    ]),
    [
      'what happened zero times is counted as a test',
      { ...everyKind, happened: everyKind.happened.map((one) => ({ ...one, times: 0 })) },
      'disabled_key: never happened, so that nothing was tested',
    ],
    [
      'an issue never fired',
      { ...right, happened: issues('1', '2', '3') },
      'issue:3 new_issue firing: happened 1 times, was decided 0 times',
    ],
    [
      'an issue came back and did not fire',
      lessOf('regression'),
      'issue:1 regression firing: happened 2 times, was decided 1 times',
    ],
    [
      'an issue came back once and fired twice',
      moreOf('regression'),
      'issue:1 regression firing: happened 2 times, was decided 3 times',
    ],
    [
      'a frequent issue did not fire',
      lessOf('issue_rate'),
      'issue:1 issue_rate firing: happened 1 times, was decided 0 times',
    ],
    [
      'a rare issue fired as frequent',
      moreOf('issue_rate', { subject: 'issue:2' }),
      'issue:2 issue_rate firing: was decided, and never happened',
    ],
    [
      'a series did not fire',
      lessOf('log_rate'),
      `${SERIES} log_rate firing ${at(0)}: happened 1 times, was decided 0 times`,
    ],
    [
      'a series did not recover',
      lessOf('log_rate', 'recovered'),
      `${SERIES} log_rate recovered ${at(0)}: happened 1 times, was decided 0 times`,
    ],
    [
      'a series fired for a minute that was quiet',
      moreOf('log_rate', { since: at(5) }),
      `${SERIES} log_rate firing ${at(5)}: was decided, and never happened`,
    ],
    [
      'a drop was not reported',
      lessOf('disabled_key', 'notice'),
      'drop:disabled_key:k disabled_key notice: happened 1 times, was decided 0 times',
    ],
    [
      'a drop was reported twice',
      moreOf('disabled_key'),
      'drop:disabled_key:k disabled_key notice: happened 1 times, was decided 2 times',
    ],
    [
      'an issue fired twice, in the same message',
      { ...right, firings: [...right.firings, firing('f3', '2', true)] },
      'issue:2 new_issue firing: happened 1 times, was decided 2 times',
    ],
    [
      'a firing exists twice',
      { ...right, firings: [...right.firings, firing('f1', '1')] },
      'firing f1: exists 2 times',
    ],
    [
      'no issue fired',
      { ...right, happened: issues('1') },
      'issue:2 new_issue firing: was decided, and never happened',
    ],
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

describe('what happened', () => {
  test('an issue comes back as often as it was resolved', () => {
    const happened = returnedIssues([
      { id: '1', resolved: 0, events: 5 },
      { id: '2', resolved: 3, events: 5 },
    ]);
    expect(happened).toEqual([{ kind: 'regression', state: 'firing', subject: 'issue:2', times: 3 }]);
  });

  test('an issue is frequent above the limit, and not at it', () => {
    const happened = frequentIssues(
      [
        { id: '1', resolved: 0, events: 80 },
        { id: '2', resolved: 0, events: 81 },
      ],
      80,
    );
    expect(happened.map(({ subject }) => subject)).toEqual(['issue:2']);
  });

  test('a series fires and recovers once for each row of minutes above the threshold', () => {
    const minutes = [0, 0, 1, 1, 2, 3, 3].map((minute) => NOON + minute * 60_000);
    expect(busyMinutes(SERIES, minutes, 1).map(({ state, since }) => [state, since])).toEqual([
      ['firing', at(0)],
      ['recovered', at(0)],
      ['firing', at(3)],
      ['recovered', at(3)],
    ]);
  });
});

/** The firings of {@link everyKind} without the last one of a kind and state, or with a second one. */
function lessOf(kind: string, state = 'firing'): AlertsObserved {
  const index = everyKind.firings.findLastIndex((one) => one.kind === kind && one.state === state);
  return { ...everyKind, firings: without(everyKind.firings, index) };
}

function moreOf(kind: string, change: Partial<AlertsObserved['firings'][number]> = {}): AlertsObserved {
  const [one] = everyKind.firings.filter((firing) => firing.kind === kind);
  if (one === undefined) throw new Error(`nothing of ${kind}`);
  return { ...everyKind, firings: [...everyKind.firings, { ...one, id: 'more', ...change }] };
}

/** Tests of the judge of alerts: it must detect every violation of a promise, and accept correct results. */

function message(
  destination: string,
  id: string,
  firings: readonly string[],
  more: Partial<ReceivedMessage> = {},
): ReceivedMessage {
  return {
    destination,
    id,
    body: JSON.stringify({ data: { items: firings.map((firingId) => ({ firingId })), total: firings.length } }),
    isTaken: true,
    ...more,
  };
}

function firing(id: string, issue: string, isSuppressed = false): AlertsObserved['firings'][number] {
  return {
    id,
    kind: 'new_issue',
    state: 'firing',
    subject: `issue:${issue}`,
    isSuppressed,
  };
}

function issues(...ids: readonly string[]): readonly Happening[] {
  return newIssues(ids.map((id) => ({ id, resolved: 0, events: 1 })));
}

function instead<T extends object>(list: readonly T[], index: number, change: Partial<T>): readonly T[] {
  return list.map((item, at) => (at === index ? { ...item, ...change } : item));
}
