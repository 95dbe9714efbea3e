import { expect, test } from '@jest/globals';
import { operationUrl } from './operationUrl';

test('the URL of an operation has the given parameters only', () => {
  const params = { org: 'acme', project: 'shop', version: 'shop@1.0/a' };
  const query = { query: 'a b', level: undefined, sort: '', limit: 0, deep: false, tag: ['a', 'b'] };
  expect(operationUrl('GET /api/0/projects/{org}/{project}/releases/{version}', params, query)).toEqual({
    method: 'GET',
    path: '/api/0/projects/acme/shop/releases/shop%401.0%2Fa?query=a+b&limit=0&deep=false&tag=a&tag=b',
  });
});

test('a path without its parameters is refused', () => {
  expect(() => operationUrl('GET /api/0/projects/{org}', {}, {})).toThrow('org is missing');
});
