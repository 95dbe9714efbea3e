import { describe, expect, test } from '@jest/globals';
import { nextState, type StateFacts } from './nextState.js';
import type { DeliveryOutcome } from './deliveryOutcome.js';

const LAST = { kind: 'alert', tries: 11 } as const;
const ALL_FAILED = '11 attempts failed; the last one: mailbox full';

test('an attempt that fails is repeated', () => {
  expect(nextState({ kind: 'alert', tries: 10 }, outcome(), facts())).toEqual({
    state: 'waiting',
    problem: 'mailbox full',
    delayMs: 86_400_000,
  });
});

test('what is accepted is sent, with what was wrong although it was', () => {
  expect(nextState(LAST, outcome({ result: 'sent' }), facts())).toEqual({ state: 'sent', problem: 'mailbox full' });
});

describe('after the last attempt', () => {
  test.each(['webhook', 'slack', 'email'] as const)('a destination of the kind %s is paused', (destinationKind) => {
    expect(nextState(LAST, outcome(), facts({ destinationKind }))).toEqual({
      state: 'paused',
      problem: 'mailbox full',
      reason: ALL_FAILED,
    });
  });

  test('members are not paused: the delivery fails, and says that the inbox has it', () => {
    expect(nextState(LAST, outcome(), facts({ destinationKind: 'members' }))).toEqual({
      state: 'failed',
      problem: `added to the inbox; the email failed: ${ALL_FAILED}`,
    });
  });

  test.each(['members', 'email'] as const)('%s of whom one got the mail: it is sent, with the problem', (kind) => {
    const state = nextState(LAST, outcome(), facts({ destinationKind: kind, hasAccepted: true }));
    expect(state).toEqual({ state: 'sent', problem: ALL_FAILED });
  });

  test('a platform that took some incidents of a message, and never the others, is paused', () => {
    const state = nextState(LAST, outcome(), facts({ destinationKind: 'pagerduty', hasAccepted: true }));
    expect(state.state).toBe('paused');
  });
});

describe('a permanent refusal', () => {
  const dead = outcome({ result: 'dead', problem: 'gone' });

  test('pauses the destination', () => {
    expect(nextState(LAST, dead, facts())).toEqual({ state: 'paused', problem: 'gone', reason: 'gone' });
  });

  test('of a message, of a test, or after the destination was deleted, pauses nothing', () => {
    const states = [
      nextState(LAST, { ...dead, scope: 'message' }, facts({ failures: 3 })),
      nextState({ kind: 'test', tries: 1 }, dead, facts()),
      nextState(LAST, dead, facts({ destinationKind: undefined })),
      nextState(LAST, dead, facts({ destinationKind: 'members' })),
    ];
    expect(states.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed']);
  });

  test('of a fifth message in a row pauses the destination, unless it is members or was sent again', () => {
    const refused = { ...dead, scope: 'message' } as const;
    expect(nextState(LAST, refused, facts({ failures: 4 }))).toEqual({
      state: 'paused',
      problem: 'gone',
      reason: 'refused 5 messages in a row; the last one: gone',
    });
    expect(nextState(LAST, refused, facts({ failures: 4, destinationKind: 'members' })).state).toBe('failed');
    expect(nextState({ kind: 'resend', tries: 1 }, refused, facts({ failures: 4 })).state).toBe('failed');
  });
});

function outcome(more: Partial<DeliveryOutcome> = {}): DeliveryOutcome {
  return {
    result: 'retry',
    status: 452,
    tookMs: 1,
    problem: 'mailbox full',
    response: null,
    ...more,
  };
}

function facts(more: Partial<StateFacts> = {}): StateFacts {
  return {
    destinationKind: 'webhook',
    hasAccepted: false,
    acceptsOthers: false,
    failures: 0,
    random: 0.5,
    ...more,
  };
}
