import { expect, it } from '@jest/globals';
import { keyInHeader } from './keyInHeader.js';

const HEADERS = { 'Content-Type': 'application/json', 'X-Service-Auth': 'Service service_key=sls_1f' };

it.each([
  ['https://sluice.example/api/envelope?service_key=sls_1f', 'https://sluice.example/api/envelope'],
  ['https://sluice.example/tunnel?a=b&service_key=sls_1f', 'https://sluice.example/tunnel?a=b'],
])('the key of %s goes into a header', async (url, expected) => {
  expect(await asked(url)).toEqual([expected, HEADERS, '{}']);
});

it('a request without a key in its URL is unchanged', async () => {
  const url = 'https://sluice.example/api/envelope?service_key=1&a=b';
  expect(await asked(url)).toEqual([url, { 'X-Other': '1' }, '{}']);
});

async function asked(url: string): Promise<unknown> {
  const calls: unknown[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    calls.push([input, init?.headers, init?.body]);
    return Promise.resolve(new Response());
  };
  await keyInHeader(fetch)(url, { method: 'POST', body: '{}', headers: { 'X-Other': '1' } });
  return calls[0];
}
