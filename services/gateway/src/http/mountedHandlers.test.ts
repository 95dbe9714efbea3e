import { describe, expect, test } from '@jest/globals';
import { findMountedHandler, type MountedHandler } from './mountedHandlers.js';

describe('findMountedHandler', () => {
  const handler = (): void => undefined;
  const maps: MountedHandler = { paths: /^\/api\/0\/projects\/[^/]+\/[^/]+\/sourcemaps(?:\/|$)/, handler };
  const reads: MountedHandler = { paths: /^\/api\/0(?:\/|$)/, handler };
  const names = new Map<MountedHandler | undefined, string>([
    [maps, 'maps'],
    [reads, 'reads'],
    [undefined, 'own'],
  ]);

  test.each([
    ['/api/0', 'reads'],
    ['/api/0/', 'reads'],
    ['/api/0?x=1', 'reads'],
    ['/api/0/projects/a/b?x=/', 'reads'],
    ['http://host:1/api/0/docs', 'reads'],
    ['/api/0/projects/a/b/sourcemaps', 'maps'],
    ['/api/0/projects/a/b/sourcemaps?release=1', 'maps'],
    ['http://host:1/api/0/projects/a/b/sourcemaps/1', 'maps'],
    ['/api/0/projects/a/b/sourcemapsx', 'reads'],
    ['/api/0/projects/a/sourcemaps', 'reads'],
    ['/api/0/projects/a/b?/sourcemaps', 'reads'],
    ['/api/00', 'own'],
    ['/api/0x/y', 'own'],
    ['/api', 'own'],
    ['/healthz?a=/api/0/', 'own'],
    ['/x/api/0/', 'own'],
    ['', 'own'],
  ])('finds for %s the handler %s', (url, who) => {
    expect(names.get(findMountedHandler([maps, reads], { url }))).toBe(who);
    expect(findMountedHandler([], { url })).toBeUndefined();
  });

  test('a handler may take some of the requests to its paths', () => {
    const pages: MountedHandler = { paths: /^\//, isFor: ({ headers }) => headers?.accept === 'text/html', handler };
    const find = (accept: string): unknown => findMountedHandler([reads, pages], { url: '/', headers: { accept } });
    expect([find('text/html'), find('*/*')]).toEqual([pages, undefined]);
  });
});
