import { describe, expect, test } from '@jest/globals';
import { startCannedApi } from '../../testing/cannedApi.js';
import { runForTest, type CommandOutput } from '../../testing/runForTest.js';
import { useResource } from '@sluice/testkit/useResource';

const api = useResource(startCannedApi, (started) => started.stop());
const RELEASE = { version: 'shop@1', ref: 'abc', exceptions: 1_200, newIssues: 2, sourceMaps: 3 };

describe('releases new', () => {
  test.each<[string[], Record<string, unknown>]>([
    [['shop@1'], { version: 'shop@1' }],
    [
      ['shop@1', '--ref', 'abc', '--url', 'https://ci/81', '--notes', 'a b'],
      { version: 'shop@1', ref: 'abc', url: 'https://ci/81', notes: 'a b' },
    ],
    [['shop@1', '--clear', 'notes', '--clear', 'deployed-at'], { version: 'shop@1', notes: '', deployed_at: '' }],
    [['shop@1', '--deployed-at', '2026-11-20T10:00Z'], { version: 'shop@1', deployed_at: '2026-11-20T10:00:00.000Z' }],
    [['shop@1', '--deployed-at', '0s'], { version: 'shop@1', deployed_at: expect.stringMatching(/Z$/) }],
  ])('sends only what is given: %j', async (words, body) => {
    api.answer({ status: 201, body: RELEASE });
    const { code, stdout } = await run('new', ...words, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, RELEASE]);
    expect(api.heard).toEqual([{ method: 'POST', path: '/acme/shop/releases', token: 'slp_secret', body }]);
  });

  test('--url is the link of the release, and --service the address it is sent to', async () => {
    const { code, stderr } = await run('new', '1', '--url', 'https://ci/81', '--service', 'ftp://x');
    expect([code, stderr]).toEqual([2, expect.stringContaining('ftp://x')]);
  });

  test.each<[number, object, number, string]>([
    [
      422,
      { error: { code: 'invalid_field', message: 'url must be an http(s) address.' } },
      2,
      'url must be an http(s)',
    ],
    [401, { error: { code: 'unauthorized', message: 'no' } }, 1, 'rejects the token'],
    [403, { error: { code: 'forbidden', message: 'It needs project:releases.' } }, 1, 'project:releases'],
    [404, {}, 1, 'is not a Sluice service'],
  ])('reports a response of %d in one line with a remedy', async (status, body, code, message) => {
    api.answer({ status, body });
    const said = await run('new', '1', '--json');
    expect([said.code, said.stderr]).toEqual([code, expect.stringContaining(message)]);
    expect(JSON.parse(said.stdout)).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });

  test('an invalid time is wrong usage', async () => {
    expect(await run('new', '1', '--deployed-at', 'yesterday')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('new', '1', '--clear', 'version')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('new', '1', '--clear', 'ref', '--ref', 'a')).toMatchObject({ code: 2, stdout: '' });
  });
});

test.each([
  ['', '/acme/shop/releases'],
  ['list --query shop@ --limit 5', '/acme/shop/releases?query=shop%40&limit=5'],
])('releases %s lists releases', async (line, expected) => {
  api.answer({ body: { data: [RELEASE], next: null, scannedTo: null } });
  const { stdout } = await run(...line.split(' ').filter((word) => word !== ''));
  expect(api.heard.map(({ path }) => path)).toEqual([expected]);
  expect(stdout).toMatch(/^RELEASE .*\nshop@1 +1,200 +2 +3 +- +- +- +abc\n$/);
});

test.each([
  ['.', [['a.b', '..'], ['.']]],
  ['..', [['...', '..']]],
])('releases show finds %j in the list: no address can name it', async (version, pages) => {
  const rows = pages.map((versions) => versions.map((each) => ({ ...RELEASE, version: each })));
  const answers = rows.map((data, page) => ({ body: { data, next: page < rows.length - 1 ? 'c1' : null } }));
  api.answer(...answers, { body: { data: [], next: null } });
  const { code, stdout } = await run('show', version, '--json');
  expect([code, JSON.parse(stdout)]).toEqual([0, { ...RELEASE, version, issues: [] }]);
  const list = `/acme/shop/releases?query=${version}&limit=100`;
  const pagesRead = [list, `${list}&cursor=c1`].slice(0, rows.length);
  const issues = `/acme/shop/issues?release=${version}&sort=lastSeen&limit=20`;
  expect(api.heard.map(({ path }) => path)).toEqual([...pagesRead, issues]);
  api.answer({ body: { data: [RELEASE], next: null } });
  expect(await run('show', version)).toMatchObject({ code: 1, stderr: expect.stringContaining('not found') });
});

test('releases show of nothing is wrong usage, not a list', async () => {
  api.answer({ body: { data: [RELEASE], next: null } });
  expect(await run('show', '')).toMatchObject({ code: 2, stdout: '' });
  expect(api.heard).toEqual([]);
});

test('releases show encodes the version', async () => {
  api.answer({ body: RELEASE }, { body: { data: [], next: null } });
  const { stdout } = await run('show', 'shop/web@1.0+b 2');
  expect(api.heard.map(({ path }) => path)).toEqual([
    '/acme/shop/releases/shop%2Fweb%401.0%2Bb%202',
    '/acme/shop/issues?release=shop%2Fweb%401.0%2Bb+2&sort=lastSeen&limit=20',
  ]);
  expect(stdout).toMatch(/^release +shop@1\nref +abc\n/);
  expect(stdout).not.toContain('ISSUES');
});

test('releases show lists the issues seen in it, and marks those first seen in it', async () => {
  const issues = [
    { id: 'i1', status: 'open', level: 'error', title: 'new fault', count: 3, firstRelease: 'shop@1' },
    { id: 'i2', status: 'resolved', level: 'error', title: 'old fault', count: 9, firstRelease: 'shop@0' },
  ];
  api.answer({ body: RELEASE }, { body: { data: issues, next: null } });
  const { stdout } = await run('show', 'shop@1');
  expect(stdout).toContain('ISSUES SEEN IN IT\nNEW  ISSUE');
  expect(stdout).toMatch(/^new {2}i1 +open +error +new fault/m);
  expect(stdout).toMatch(/^ {5}i2 +resolved +error +old fault/m);
});

function run(...words: string[]): Promise<CommandOutput> {
  return runForTest(['releases', ...words], {
    SLUICE_URL: api.url,
    SLUICE_AUTH_TOKEN: 'slp_secret',
    SLUICE_ORG: 'acme',
    SLUICE_PROJECT: 'shop',
  });
}
