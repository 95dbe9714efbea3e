import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { captureException } from '../../capture/captureException.js';
import type { SluiceEvent } from '../../core/event.js';
import { openFakePage, type FakePage } from '../testing/fakePage.js';
import { startTestClient } from '../testing/startTestClient.js';
import { breadcrumbs } from './breadcrumbs.js';
import { consoleLogs } from './consoleLogs.js';

/* eslint-disable no-console -- it is what is tested */

let page: FakePage;
const written = jest.fn();
const { warn, debug } = console;
beforeEach(() => {
  page = openFakePage();
  written.mockClear();
  console.warn = console.debug = written;
});
afterEach(() => {
  Object.assign(console, { warn, debug });
  page.close();
});

describe('the console', () => {
  test('is sent as logs and still written to the console', async () => {
    const { client, ofType } = startTestClient([consoleLogs()]);
    console.warn('cart of %s is', 'Ann', { empty: true });
    console.debug('not this');
    await client.close();
    console.warn('after close');
    expect(ofType('log').map(({ payload }) => payload)).toEqual([
      { level: 'warning', message: 'cart of Ann is {empty: true}', attributes: { 'console.method': 'warn' } },
    ]);
    expect(written.mock.calls).toEqual([['cart of %s is', 'Ann', { empty: true }], ['not this'], ['after close']]);
  });

  test('masks fields that are named like secrets, in logs and in breadcrumbs', async () => {
    const { client, ofType } = startTestClient([consoleLogs(), breadcrumbs({ clicks: false })]);
    console.warn('login', { user: 'ann', password: 'hunter2', otp: '123456', pin: 4711 });
    captureException(new Error('x'));
    await client.close();
    const message = 'login {user: ann, password: [secret], otp: [secret], pin: [secret]}';
    expect(ofType('log')[0]?.payload).toMatchObject({ message });
    expect(ofType('exception')[0]?.payload.breadcrumbs).toMatchObject([{ category: 'console', message }]);
  });

  test('records again after a call that could not be reported', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => {
      throw new Error('the page’s own console');
    });
    const beforeSend = (event: SluiceEvent): SluiceEvent => {
      if (event.type === 'log' && event.payload.message === 'first') throw new Error('no');
      return event;
    };
    // With debug the SDK says what went wrong on that console.
    const { client, ofType } = startTestClient([consoleLogs()], { debug: true, beforeSend });
    expect(() => console.warn('first')).not.toThrow();
    console.warn('second');
    log.mockRestore();
    await client.close();
    expect(ofType('log').map(({ payload }) => payload.message)).toEqual(['second']);
    expect(written.mock.calls).toEqual([['first'], ['second']]);
  });

  test('does not go round in circles with a beforeSend that writes on it', async () => {
    const { client, ofType } = startTestClient([consoleLogs()], {
      beforeSend: (event) => {
        console.warn('sending');
        return event;
      },
    });
    console.warn('once');
    await client.close();
    expect(ofType('log').map(({ payload }) => payload.message)).toEqual(['once']);
  });
});
