import { expect, test } from '@jest/globals';
import { only } from '../testing/envelopes.js';
import { translateItems } from '../testing/translate.js';

const ID = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const OTHER = 'ed8ac9e3976345558132-5c691cfc4078'.replace('-', '');

test('feedback is a log with the text, who wrote it, and the ids of its trace, replay and error', () => {
  const feedback = {
    message: 'It broke when I paid',
    contact_email: 'ada@example.com',
    name: 'Ada',
    url: 'https://shop.example/pay',
    associated_event_id: OTHER.toUpperCase(),
    replay_id: 'r',
  };
  const event = {
    event_id: ID,
    timestamp: 1795895135.859,
    level: 'info',
    tags: { plan: 'pro' },
    contexts: { trace: { trace_id: 't' }, feedback },
  };
  expect(only(translateItems([['feedback', event]]).events)).toEqual({
    type: 'log',
    timestamp: '2026-11-28T19:45:35.859Z',
    tags: { plan: 'pro' },
    contexts: { 'trace.id': 't', 'event.id': ID, 'replay.id': 'r' },
    payload: {
      level: 'info',
      message: 'It broke when I paid',
      attributes: {
        'feedback.name': 'Ada',
        'feedback.email': 'ada@example.com',
        'feedback.url': 'https://shop.example/pay',
        'event.id': OTHER,
      },
    },
  });
});

test('a user report is a log with the id of its error', () => {
  const report = { event_id: OTHER, name: 'Ada', email: '', comments: 'It broke' };
  expect(only(translateItems([['user_report', report]]).events)).toEqual({
    type: 'log',
    timestamp: '9999-12-31T23:59:59Z',
    payload: { level: 'info', message: 'It broke', attributes: { 'feedback.name': 'Ada', 'event.id': OTHER } },
  });
});
