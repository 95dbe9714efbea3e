import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { getClient } from '../core/client.js';
import { captureMessage } from './captureMessage.js';
import { hit } from './hit.js';
import { log } from './log.js';
import { collectEvents, type Collected } from './testing/collectEvents.js';

let collected: Collected;
beforeEach(() => {
  collected = collectEvents();
});
afterEach(() => getClient()?.close());

describe('a message', () => {
  test.each(['error', 'fatal'] as const)('of level %s is an exception without frames', (level) => {
    captureMessage('no stock', { level, tags: { a: 'b' }, fingerprint: ['stock'] });
    const [event] = collected.of('exception');
    expect(event).toMatchObject({ tags: { a: 'b' } });
    expect(event?.payload).toEqual({
      type: 'Message',
      message: 'no stock',
      level,
      handled: true,
      breadcrumbs: [],
      fingerprint: ['stock'],
    });
  });

  test.each(['warning', 'info', 'debug'] as const)('of level %s is a log', (level) => {
    captureMessage('low stock', { level, tags: { a: 'b' }, contexts: { 'shop.id': 1 } });
    expect(collected.events).toMatchObject([
      { type: 'log', tags: { a: 'b' }, contexts: { 'shop.id': 1 }, payload: { level, message: 'low stock' } },
    ]);
  });

  test('has the level info', () => {
    captureMessage('started');
    expect(collected.of('log')[0]?.payload).toEqual({ level: 'info', message: 'started' });
  });
});

describe('a log', () => {
  test('has a level, a message and attributes', () => {
    log('notice', 'paid', { amount: 3, card: { last: '4242' } });
    log('info', 'done');
    expect(collected.of('log').map(({ payload }) => payload)).toEqual([
      { level: 'notice', message: 'paid', attributes: { amount: 3, card: { last: '4242' } } },
      { level: 'info', message: 'done' },
    ]);
  });

  test('describes errors among its attributes as text', () => {
    log('error', 'failed', { error: new TypeError('x') });
    expect(collected.of('log')[0]?.payload.attributes).toEqual({ error: 'TypeError: x' });
  });
});

test('a hit has its name and its page', () => {
  hit('signed up');
  hit('signed up', { url: 'https://a.b/', referrer: 'https://c.d/', title: 'Shop' });
  expect(collected.of('hit').map(({ payload }) => payload)).toEqual([
    { kind: 'custom', name: 'signed up' },
    { kind: 'custom', name: 'signed up', url: 'https://a.b/', referrer: 'https://c.d/', title: 'Shop' },
  ]);
});

test('without a client nothing happens', async () => {
  await getClient()?.close();
  captureMessage('x', { level: 'error' });
  log('info', 'x');
  hit('x');
  expect(collected.events).toEqual([]);
});
