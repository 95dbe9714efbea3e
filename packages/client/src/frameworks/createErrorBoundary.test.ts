import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as React from 'react';
import { create } from 'react-test-renderer';
import { collectEvents, type Collected } from '../capture/testing/collectEvents.js';
import { getClient } from '../core/client.js';
import { createErrorBoundary } from './createErrorBoundary.js';
import { reactErrorHandler } from './reactErrorHandler.js';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterAll(() => void Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT'));

const Boundary = createErrorBoundary(React);
let fails = true;

let collected: Collected;
let root: { unmount(): void; toJSON(): unknown };
beforeEach(() => {
  collected = collectEvents();
  fails = true;
  // Silences the output of React and of its test renderer.
  jest.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(async () => {
  React.act(() => root.unmount());
  jest.restoreAllMocks();
  await getClient()?.close();
});

describe('createErrorBoundary', () => {
  it('reports an error of its children once, with the stack of components, and shows its fallback', () => {
    const onError = jest.fn();
    const report = reactErrorHandler();
    show({ fallback: 'sold out', onError: (...all) => [report(...all), onError()] });

    expect(root.toJSON()).toBe('sold out');
    expect(collected.of('exception')).toMatchObject([
      {
        payload: { type: 'TypeError', message: 'cart', handled: false },
        contexts: { 'react.components': expect.stringMatching(/at Cart/) },
      },
    ]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('renders the fallback with the error, and the children again after a retry', () => {
    let retry = (): void => undefined;
    show({
      fallback: (error, again) => {
        retry = again;
        return (error as Error).message;
      },
    });
    expect(root.toJSON()).toBe('cart');
    fails = false;
    React.act(() => retry());

    expect(root.toJSON()).toBe('a cart');
  });

  it('renders children that do not fail, and nothing without a fallback', () => {
    show({});
    expect(root.toJSON()).toBe(null);
    React.act(() => root.unmount());
    fails = false;
    show({});

    expect(root.toJSON()).toBe('a cart');
    expect(collected.of('exception')).toHaveLength(1);
  });
});

function Cart(): React.ReactNode {
  if (fails) throw new TypeError('cart');
  return 'a cart';
}

type Props = React.ComponentProps<typeof Boundary>;

function show(props: Props): void {
  return React.act(() => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one renderer that needs no DOM
    root = create(React.createElement(Boundary, props, React.createElement(Cart)));
  });
}
