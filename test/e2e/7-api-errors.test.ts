import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectApi, createToken, type ApiClient } from './support/api.js';
import { ask, type Answer, type Ask } from './support/http.js';
import { refused } from './support/send.js';
import { createTenant } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

let api: ApiClient;
let noScope: string;
let reader: string;
const system = useSystem();
beforeAll(async () => {
  const project = await createTenant(system);
  api = await connectApi(system, project);
  noScope = await createToken(system, project.organization, 'project:releases');
  reader = await createToken(system, project.organization, 'project:read');
}, 120_000);

const json = { 'content-type': 'application/json' };

describe('every refusal', () => {
  test.each<readonly [string, number, string, () => Promise<Answer>]>([
    ['no token', 401, 'unauthorized', () => at('logs', {}, null)],
    ['an unknown token', 401, 'unauthorized', () => at('logs', {}, `slp_${'A'.repeat(43)}`)],
    ['another scheme', 401, 'unauthorized', () => at('logs', { headers: { authorization: 'Basic eDp5' } }, null)],
    [
      'no token for a place that is not there',
      401,
      'unauthorized',
      () => at('/api/0/projects/no/where/logs', {}, null),
    ],
    ['a scope that does not read', 403, 'forbidden', () => at('logs', {}, noScope)],
    ['a reader that writes', 403, 'forbidden', () => at('keys', { method: 'POST', body: '{}', headers: json }, reader)],
    ['no such organization', 404, 'not_found', () => at('/api/0/projects/nobody/web/logs')],
    ['no such project', 404, 'not_found', () => at(`${api.place}x/logs`)],
    ['no such address', 404, 'not_found', () => at('nonsense')],
    ['no such address at the top', 404, 'not_found', () => at('/api/0/nonsense')],
    ['no such trace', 404, 'not_found', () => at('traces/none')],
    ['no such issue', 404, 'not_found', () => at('issues/none')],
    ['an address that is no text', 400, 'bad_path', () => at('traces/%ff')],
    ['another method', 405, 'method_not_allowed', () => at('logs', { method: 'DELETE' })],
    ['an unknown parameter', 400, 'bad_query', () => at('logs?enviroment=production')],
    ['a parameter twice', 400, 'bad_query', () => at('logs?limit=1&limit=2')],
    ['no number', 400, 'bad_query', () => at('logs?limit=many')],
    ['no time', 400, 'bad_query', () => at('logs?from=yesterday')],
    ['no cursor', 400, 'bad_cursor', () => at('logs?cursor=x')],
    ['broken JSON', 400, 'bad_json', () => patch('{"a":')],
    ['no JSON', 415, 'unsupported_type', () => patch('a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['compressed JSON', 415, 'unsupported_type', () => patch('{}', { ...json, 'content-encoding': 'gzip' })],
    ['too much', 413, 'too_large', () => patch(`{"a":"${'x'.repeat(70_000)}"}`)],
    ['a list for an object', 422, 'invalid_body', () => patch('[]')],
    ['an unknown field', 422, 'invalid_settings', () => patch('{"nonsense":1}')],
    ['a version long gone', 412, 'changed', () => patch('{"scrub":true}', { ...json, 'if-match': '"long-gone"' })],
  ])('for %s is %d %s', async (_name, status, code, exchange) => {
    const answer = await exchange();
    expect({ status: answer.status, body: answer.json }).toEqual({ status, body: refused(code) });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['cache-control']).toMatch(/no-store/);
    const { message } = (answer.json as { error: { message: string } }).error;
    expect(message).not.toMatch(/\bat .*:\d+:\d+|node_modules|undefined|select |sluice_/i);
  });

  test('names the next step for the client, if there is one', async () => {
    expect((await at('logs', {}, null)).headers['www-authenticate']).toMatch(/^Bearer/);
    expect((await at('logs', { method: 'DELETE' })).headers['allow']).toMatch(/\bGET\b/);
    const { error } = (await at('logs?enviroment=x')).json as { error: { message: string } };
    expect(error.message).toMatch(/enviroment.*environment/);
  });
});

describe('requests that are not refused', () => {
  test('the document and its browsable form need no token', async () => {
    const document = await at('/api/0/openapi.json', {}, null);
    expect(document).toMatchObject({ status: 200, json: { openapi: expect.stringMatching(/^3\.1/) as unknown } });
    const docs = await at('/api/0/docs', {}, null);
    expect([200, 301, 302, 307, 308]).toContain(docs.status);
  });

  test('an answer that the client holds already is not sent again', async () => {
    const first = await at('settings');
    const again = await at('settings', { headers: { 'if-none-match': first.headers['etag'] ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('HEAD is GET without a body; OPTIONS returns the allowed methods', async () => {
    const head = await at('logs', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await at('logs', { method: 'OPTIONS' }, null);
    expect([options.status, options.headers['allow']]).toEqual([204, expect.stringContaining('GET')]);
  });
});

test('every operation documents its refusals', () => {
  expect(api.document.operations.length).toBeGreaterThan(20);
  for (const { address, method, responses, hasBody } of api.document.operations) {
    const wanted = ['400', '401', '403', '404', '503', ...(hasBody ? ['413', '415', '422'] : [])];
    const missing = wanted.filter((status) => !(status in responses));
    expect([method, address, missing]).toEqual([method, address, []]);
  }
});

function at(path: string, { headers, ...over }: Ask = {}, token: string | null = api.token): Promise<Answer> {
  return ask(`${system.baseUrl}${path.startsWith('/') ? path : `${api.place}/${path}`}`, {
    ...over,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });
}

function patch(body: string | Uint8Array, headers: Record<string, string> = json): Promise<Answer> {
  return at('settings', { method: 'PATCH', body, headers });
}
