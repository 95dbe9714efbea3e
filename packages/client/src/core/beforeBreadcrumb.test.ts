import { afterEach, describe, expect, it } from '@jest/globals';
import { captureException } from '../capture/captureException.js';
import { collectEvents } from '../capture/testing/collectEvents.js';
import { beforeBreadcrumb } from './beforeBreadcrumb.js';
import { getClient } from './client.js';
import type { Breadcrumb } from './event.js';
import { addBreadcrumb } from './scope.js';

afterEach(() => getClient()?.close());

const one = { message: 'one' };
const two = { message: 'two' };

describe('beforeBreadcrumb', () => {
  it('changes breadcrumbs, and drops those it answers null for', () => {
    expect(keptBy((crumb) => (crumb.message === 'one' ? null : { ...crumb, message: 'changed' }), [one, two])).toEqual([
      'changed',
    ]);
  });

  it('leaves the places of dropped breadcrumbs to others', () => {
    const noise = Array.from({ length: 200 }, () => one);

    expect(keptBy((crumb) => (crumb.message === 'one' ? null : crumb), [two, ...noise])).toEqual(['two']);
  });

  it('has its answer bounded and masked', () => {
    expect(keptBy(() => ({ data: { password: 'p', big: 'x'.repeat(10_000) } }), [one])).toEqual([
      { password: '[secret]', big: expect.stringMatching(/^x{1,2048}…$/) },
    ]);
  });

  for (const [name, change] of [
    [
      'throws',
      () => {
        throw new Error('callback');
      },
    ],
    ['answers a promise', () => Promise.resolve(one)],
    ['rejects', () => Promise.reject(new Error('callback'))],
  ] as const)
    it(`drops a breadcrumb where it ${name}, and not the exception`, () => {
      expect(keptBy(change, [one])).toEqual([]);
    });

  it('is not called for breadcrumbs that it adds itself', () => {
    const change = (crumb: Breadcrumb): Breadcrumb => {
      addBreadcrumb(two);
      return crumb;
    };

    expect(keptBy(change, [one, one])).toEqual(['one', 'one']);
  });

  it('is forgotten when the client is closed', async () => {
    keptBy(() => null, []);
    await getClient()?.close();
    const collected = collectEvents();
    addBreadcrumb(one);
    captureException(new Error('y'));

    expect(collected.of('exception')[0]?.payload.breadcrumbs).toHaveLength(1);
  });
});

/** Returns the breadcrumbs that remain. */
function keptBy(change: (breadcrumb: Breadcrumb) => unknown, given: readonly Breadcrumb[]): readonly unknown[] {
  const collected = collectEvents({ integrations: [beforeBreadcrumb(change as () => Breadcrumb)] });
  given.forEach(addBreadcrumb);
  captureException(new Error('x'));
  return (collected.of('exception')[0]?.payload.breadcrumbs ?? []).map(({ message, data }) => data ?? message);
}
