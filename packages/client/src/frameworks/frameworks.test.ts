import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { collectEvents, type Collected } from '../capture/testing/collectEvents.js';
import { getClient } from '../core/client.js';
import { reactErrorHandler } from './reactErrorHandler.js';
import { svelteErrorHandler } from './svelteErrorHandler.js';
import { vueErrorHandler } from './vueErrorHandler.js';

let collected: Collected;
beforeEach(() => {
  collected = collectEvents();
});
afterEach(async () => {
  await getClient()?.close();
  jest.restoreAllMocks();
});

const error = (): Error => new Error('render');

describe('an error handler', () => {
  test('of React reports the stack of components, and calls the next one', () => {
    const next = jest.fn();
    const thrown = error();
    reactErrorHandler(next)(thrown, { componentStack: '\n at Cart' });
    expect(reported()).toMatchObject([
      { contexts: { 'react.components': '\n at Cart' }, message: 'render', handled: false },
    ]);
    expect(next).toHaveBeenCalledWith(thrown, { componentStack: '\n at Cart' });
  });

  test.each<[string, unknown, string | undefined]>([
    ['that is named', { $options: { name: 'Cart', __name: 'file' } }, 'Cart'],
    ['that is named by its file', { $options: { __name: 'CartPage' } }, 'CartPage'],
    ['that is unknown', null, undefined],
  ])('of Vue reports a component %s, and prints the error', (_name, instance, component) => {
    const print = jest.spyOn(console, 'error').mockReturnValue(undefined);
    const thrown = error();
    vueErrorHandler()(thrown, instance, 'render function');
    expect(reported()).toMatchObject([{ contexts: { 'vue.component': component, 'vue.info': 'render function' } }]);
    expect(print).toHaveBeenCalledWith(thrown);
  });

  test('of SvelteKit reports errors from 500 on, and returns the value for the page', () => {
    const handle = svelteErrorHandler();
    expect(handle({ error: error(), status: 404, message: 'Not Found' })).toEqual({ message: 'Not Found' });
    expect(reported()).toEqual([]);
    expect(handle({ error: error(), status: 500, message: 'Internal Error' })).toEqual({ message: 'Internal Error' });
    expect(reported()).toHaveLength(1);
  });
});

function reported(): object[] {
  return collected
    .of('exception')
    .map(({ contexts, payload: { message, handled } }) => ({ contexts, message, handled }));
}
