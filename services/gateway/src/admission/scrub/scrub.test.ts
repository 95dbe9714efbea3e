import type { AcceptedEvent } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { decide } from '../decide.js';
import { factsFor, sent } from '../../testing/facts.js';
import { scrub } from './scrub.js';

const TIME = '2025-01-01T00:00:00Z';
const CARD = '4111111111111111';
const MAIL = 'bob@example.com';
const eventOf = (type: string, payload: object, rest: object = {}): AcceptedEvent =>
  ({ type, timestamp: TIME, payload, ...rest }) as unknown as AcceptedEvent;

describe('the setting `scrub`', () => {
  test('an event with nothing to hide is the very same', () => {
    const event = eventOf(
      'exception',
      { message: 'x is not a function', frames: [{ file: 'https://cdn.test/app.js', line: 1, column: 20 }] },
      { tags: { plan: 'pro' }, contexts: { 'user.id': 'u-1', release: 'shop@1.2.3' } },
    );
    expect(scrub(event)).toBe(event);
  });

  test('texts are scrubbed wherever they are, names too', () => {
    const breadcrumb = { type: 'http', message: `GET /?token=abc`, data: { headers: { Cookie: 'a=b' }, note: MAIL } };
    const payload = {
      message: `no such user ${MAIL}`,
      type: 'Error',
      stack: `Error: no such user ${MAIL}\n    at f (https://cdn.test/app.js:1:2)`,
      frames: [{ file: 'https://cdn.test/app.js?token=abc', function: 'f', line: 1 }],
      cause: { message: `card ${CARD}` },
      breadcrumbs: [breadcrumb],
    };
    const event = eventOf('exception', payload, {
      tags: { mail: MAIL, password: 'hunter2' },
      contexts: { 'request.headers': { Authorization: 'Basic x', accept: '*/*' }, [MAIL]: 1, 'cart.paid': [CARD] },
      extra: { note: MAIL },
    });
    expect(scrub(event)).toEqual({
      type: 'exception',
      timestamp: TIME,
      payload: {
        message: 'no such user [email]',
        type: 'Error',
        stack: 'Error: no such user [email]\n    at f (https://cdn.test/app.js:1:2)',
        frames: [{ file: 'https://cdn.test/app.js?token=[secret]', function: 'f', line: 1 }],
        cause: { message: 'card [card]' },
        breadcrumbs: [
          { type: 'http', message: 'GET /?token=[secret]', data: { headers: { Cookie: '[secret]' }, note: '[email]' } },
        ],
      },
      tags: { mail: '[email]', password: '[secret]' },
      contexts: {
        'request.headers': { Authorization: '[secret]', accept: '*/*' },
        '[email]': 1,
        'cart.paid': ['[card]'],
      },
      extra: { note: '[email]' },
    });
  });

  test('values of every kind go where their name says that they are secret, but flags and nothing', () => {
    const attributes = { password: 1234, token: null, secret: false, cookie: '', credentials: { a: 1 }, apiKey: ['x'] };
    expect(scrub(eventOf('log', { message: 'm', attributes })).payload).toEqual({
      message: 'm',
      attributes: {
        password: '[secret]',
        token: null,
        secret: false,
        cookie: '',
        credentials: '[secret]',
        apiKey: '[secret]',
      },
    });
  });

  test('what groups and joins stays, whatever it looks like', () => {
    const ids = { uuid: CARD, traceId: CARD, parentId: MAIL, metrics: { 'auth.token': 1 }, status: 'ok' };
    const contexts = { release: MAIL, environment: MAIL, 'trace.id': CARD, 'replay.id': CARD, 'span.id': CARD };
    const event = eventOf('span', { ...ids, name: 'GET /' }, { contexts });
    expect(scrub(event)).toBe(event);
    expect(scrub(eventOf('span', { ...ids, name: `GET /${MAIL}` })).payload).toEqual({ ...ids, name: 'GET /[email]' });
  });

  test('an address identifies nobody: it is dropped, not marked, or all users would be one', () => {
    const contexts = {
      'user.id': MAIL,
      'user.email': 'bob@intranet',
      'user.username': MAIL,
      'user.name': `Bob ${MAIL}`,
    };
    expect(scrub(eventOf('log', {}, { contexts })).contexts).toEqual({ 'user.name': 'Bob [email]' });
    expect(scrub(eventOf('log', {}, { contexts: { 'user.id': 'u-1', 'user.email': MAIL } })).contexts).toEqual({
      'user.id': 'u-1',
    });
  });

  test('the recording of a replay is opaque', () => {
    const payload = { replayId: CARD, events: [{ text: MAIL, password: 'x' }], note: MAIL };
    expect(scrub(eventOf('replay', payload)).payload).toEqual({ ...payload, note: '[email]' });
  });

  test('twice is once', () => {
    const event = eventOf('log', { message: `${MAIL} password=hunter2 ${CARD} https://a:b@c.test/?token=x` });
    const once = scrub(event);
    expect(scrub(once)).toBe(once);
  });
});

describe('deciding with the setting', () => {
  const event = eventOf('log', { message: `to ${MAIL}` });
  const queued = (isOn: boolean): string | undefined =>
    decide(sent([event]), factsFor([event], { scrub: isOn })).prepared[0]?.json.toString();

  test('on: what is queued is scrubbed; off: it is as it was sent', () => {
    expect(queued(true)).toContain('to [email]');
    expect(queued(true)).not.toContain(MAIL);
    expect(queued(false)).toContain(MAIL);
  });

  test('on: a member that another one of the same name hides does not go on either', () => {
    const text = `{"type":"log","timestamp":"${TIME}","payload":{"message":"${MAIL}","message":"m"}}`;
    const parsed: unknown = JSON.parse(text);
    const decided = decide({ events: [parsed], sentAs: () => Buffer.from(text) }, factsFor([parsed], { scrub: true }));
    expect(decided.verdicts).toBe('.');
    expect(decided.prepared[0]?.json.toString()).not.toContain(MAIL);
  });

  test('the verdict is that of what was sent: neither size nor filters know of it', () => {
    const large = eventOf('log', { attributes: { list: Array.from({ length: 60_000 }, () => 'a@b.co') } });
    const verdict = (isOn: boolean): string => decide(sent([large]), factsFor([large], { scrub: isOn })).verdicts;
    expect(verdict(true)).toBe(verdict(false));
  });
});
