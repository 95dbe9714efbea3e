import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectApi, type ApiClient } from '../e2e/support/api.js';
import { type DocumentedOperation } from '../e2e/support/apiDocument.js';
import { makeEvent } from '../e2e/support/events.js';
import { ask, type Answer } from '../e2e/support/http.js';
import { sendStored } from '../e2e/support/sendStored.js';
import { createTenant } from '../e2e/support/tenant.js';
import { useSystem } from '../e2e/support/useSystem.js';

let api: ApiClient;
let place: string;
const system = useSystem();
beforeAll(async () => {
  const project = await createTenant(system);
  api = await connectApi(system, project);
  place = api.place;
  await sendStored(system, project, [makeEvent('exception'), makeEvent('log'), makeEvent('span')]);
}, 120_000);

const reads = (): readonly DocumentedOperation[] => api.document.operations.filter(({ method }) => method === 'get');
const [organization, project] = [() => place.split('/')[4] ?? '', () => place.split('/')[5] ?? ''];

const encoded = (text: string): string => encodeURIComponent(text);

/** Values that break naive parsers; already encoded. */
const absurd: readonly string[] = [
  '0',
  '-1',
  '1.5',
  '1e309',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '%5B%5D',
  '%7B%7D',
  '%00',
  '%0d%0a',
  '%ff',
  '%ed%a0%80',
  '%',
  '%25',
  '_',
  encoded("' or 1=1 --"),
  encoded('");drop table logs;--'),
  encoded('%_%\\'),
  encoded('\\'),
  encoded('(((((a+)+)+)+)+$'),
  encoded('😀'.repeat(60)),
  encoded('\u202eabc'),
  encoded('../../../etc/passwd'),
  '..',
  '..%2f..',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '%2B275760-09-13T00:00:00.001Z',
  '-271821-04-20',
  '1970-01-01',
  'hour',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  Buffer.from('["1","logs","x"]').toString('base64url'),
  Buffer.from('[[[[[[[[]]]]]]]]').toString('base64url'),
  'x'.repeat(3_000),
];

describe('every read', () => {
  test('with absurd parameters is answered or refused with a JSON error', async () => {
    for (const operation of reads()) {
      const address = addressOf(operation, 'x');
      for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
        for (const value of absurd) {
          const path = `${address}?${name}=${value}`;
          expectClean(path.slice(0, 300), await raw(path));
        }
      }
    }
  }, 180_000);

  test('with absurd ids is answered or refused with a JSON error', async () => {
    for (const operation of reads().filter(({ address }) => /\{(?!org|project)\w+\}/.test(address))) {
      for (const value of absurd) {
        const path = addressOf(operation, value);
        expectClean(path.slice(0, 300), await raw(path));
      }
    }
  }, 60_000);

  test.each([
    '?',
    '?&&&',
    '?=',
    '?=x',
    '?limit',
    '?limit=1&limit=1',
    '?limit[]=1',
    '?limit[$gt]=1',
    '?__proto__=x',
    '?constructor=x',
    '?from=2024-01-01&to=2023-01-01',
    `?${'a=1&'.repeat(1_000)}`,
    '?query=%E0%A4%A',
    '#fragment',
    '/',
    '//',
    '?limit=1#x',
  ])('with %s at the end of an address is answered or refused with a JSON error', async (end) => {
    for (const operation of reads()) {
      const path = `${addressOf(operation, 'x')}${end}`;
      expectClean(path.slice(0, 300), await raw(path));
    }
  });
});

describe('organizations and projects in paths', () => {
  test.each(absurd.map((value) => [value.slice(0, 60), value]))(
    'named %s are answered or refused with a JSON error',
    async (_name, value) => {
      for (const path of [
        `/api/0/projects/${value}`,
        `/api/0/projects/${value}/web/logs`,
        `/api/0/projects/${organization()}/${value}/logs`,
        `/api/0/organizations/${value}/stats`,
        `/api/0/${value}`,
      ]) {
        const answer = await raw(path);
        expectClean(path.slice(0, 300), answer);
        expect([path.slice(0, 300), [400, 404].includes(answer.status) || value === '%ff']).toEqual([
          path.slice(0, 300),
          true,
        ]);
      }
    },
  );
});

describe('bodies', () => {
  const bodies = [
    '',
    'null',
    '1',
    '"x"',
    '[]',
    '{}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"status":null}',
    '{"status":{"a":1},"issues":"x","fingerprints":{},"label":[]}',
    `{"issues":[${'"x",'.repeat(60)}"x"]}`,
    `{"fingerprints":["${'x'.repeat(5_000)}"]}`,
    '{"issues":["\\u0000"],"fingerprints":["\\ud800"],"label":"\\u0000","status":"resolved","resolvedIn":"\\u0000"}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{${Array.from({ length: 3_000 }, (_, index) => `"unknown${index}":1`).join(',')}}`,
    `{"filters":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    '{"eventsPerHour":1e999}',
    '{"sampleRates":{"log":-0.0000001}}',
    '{"a":1',
    '\u0000',
  ];

  test.each(bodies.map((body) => [body.slice(0, 60), body]))('cause no 5xx: %s', async (_name, body) => {
    for (const operation of api.document.operations.filter(({ hasBody }) => hasBody)) {
      const path = addressOf(operation, 'x');
      const answer = await raw(path, operation.method.toUpperCase(), body);
      const what = `${operation.method} ${path}`;
      expect([what, answer.status < 500]).toEqual([what, true]);
      if (answer.status >= 400) expectClean(what, answer);
    }
    // After every accepted change, the resource can be read.
    expect(await api.get('settings')).toBeDefined();
  });
});

test('valid reads still work afterwards', async () => {
  expect(await api.all('logs')).toHaveLength(1);
});

/** Whether the path ends with a slash, as all paths of Sentry's API do: the source map service answers these with Sentry's errors. */
const isOfSentry = (request: string): boolean => /^[^?#]*\/(?:$|[?#])/.test(request.replace(/^[A-Z]+ /, ''));

/** Checks that a response is a success or a refusal in JSON; other responses are reported with their request. */
function expectClean(what: string, { status, text, json, headers }: Answer): void {
  const isError = status >= 400 && status < 500;
  expect([what, status, status === 200 || isError]).toEqual([what, status, true]);
  expect([what, headers['content-type']]).toEqual([what, expect.stringMatching(/^application\/json/)]);
  if (!isError) return;
  expect([what, json]).toEqual([
    what,
    isOfSentry(what) && 'detail' in Object(json)
      ? { detail: expect.any(String) }
      : { success: false, error: { code: expect.stringMatching(/^[a-z_]+$/), message: expect.any(String) } },
  ]);
  expect([what, text.length < 1_000, /\bselect\b|syntax error|node_modules|invalid input/i.test(text)]).toEqual([
    what,
    true,
    false,
  ]);
}

/** Sent without encoding: a path that no client library would send must be answered too. */
function raw(path: string, method = 'GET', body?: string): Promise<Answer> {
  return ask(system.baseUrl, {
    method,
    rawPath: path,
    headers: {
      authorization: `Bearer ${api.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
}

function addressOf({ address }: DocumentedOperation, id: string): string {
  return address.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'org' ? organization() : name === 'project' ? project() : id,
  );
}
