import { describe, expect, test } from '@jest/globals';
import { startCannedApi, type Canned, type CannedAnswer } from '../testing/cannedApi.js';
import { runForTest, type CommandOutput } from '../testing/runForTest.js';
import { useResource } from '@sluice/testkit/useResource';

const api = useResource(startCannedApi, (started) => started.stop());
const run = (...words: string[]): Promise<CommandOutput> => runForTest(words, env());
const list = (...data: object[]): CannedAnswer => ({ body: { data, next: null, scannedTo: null } });

describe('requests', () => {
  test.each([
    ['issues', 'GET /acme/shop/issues'],
    ['issues list --status open --sort users --limit 5', 'GET /acme/shop/issues?status=open&sort=users&limit=5'],
    ['issues show 12 --hours 48', 'GET /acme/shop/issues/12?hours=48'],
    ['issues events 12 --cursor abc', 'GET /acme/shop/issues/12/events?cursor=abc'],
    ['issues values tag --query eu', 'GET /acme/shop/issues/filter-values?field=tag&query=eu'],
    ['exceptions --trace t1 --type TypeError', 'GET /acme/shop/exceptions?type=TypeError&trace=t1'],
    ['exceptions show e1', 'GET /acme/shop/exceptions/e1'],
    ['traces --min-duration 100', 'GET /acme/shop/traces?minDuration=100'],
    ['traces show a/b?c', 'GET /acme/shop/traces/a%2Fb%3Fc'],
    ['traces series --query cart --limit 5', 'GET /acme/shop/endpoints?query=cart&limit=5'],
    ['traces series --name /cart', 'GET /acme/shop/endpoints/series?name=%2Fcart'],
    ['traces series --interval 86400', 'GET /acme/shop/endpoints/series?interval=86400'],
    ['spans --metric lcp --release 1.0', 'GET /acme/shop/spans?metric=lcp&release=1.0'],
    ['metrics --from 2026-11-01 --to 2026-11-02', /GET \/acme\/shop\/metrics\?from=2026-11-01T00%3A00%3A00.000Z&to=/],
    ['metrics show cart.items --group-by release', 'GET /acme/shop/metrics/cart.items?groupBy=release'],
    ['logs --query x', 'GET /acme/shop/logs?query=x'],
    ['logs --levels warning,error', 'GET /acme/shop/logs?levels=warning%2Cerror'],
    ['logs --attributes plan:pro', 'GET /acme/shop/logs?attributes=plan%3Apro'],
    ['logs show l1', 'GET /acme/shop/logs/l1'],
    ['hits --page https://a/b', 'GET /acme/shop/hits?url=https%3A%2F%2Fa%2Fb'],
    ['hits days --environment production', 'GET /acme/shop/hits/days?environment=production'],
    ['replays --user u', 'GET /acme/shop/replays?user=u'],
    ['replays show r1', 'GET /acme/shop/replays/r1'],
    ['users --query ada', 'GET /acme/shop/users?query=ada'],
    ['users show id:u', 'GET /acme/shop/users/id%3Au'],
    ['stats --interval day', 'GET /acme/shop/stats?interval=day'],
    ['refused --reason payload', 'GET /acme/shop/refused?reason=payload'],
    ['sourcemaps --release 1', 'GET /acme/shop/sourcemaps?release=1'],
    ['releases --query 1', 'GET /acme/shop/releases?query=1'],
    ['users --from 2026-11-01', 'GET /acme/shop/users?from=2026-11-01T00%3A00%3A00.000Z'],
    ['releases --to 2026-11-01', 'GET /acme/shop/releases?to=2026-11-01T00%3A00%3A00.000Z'],
    ['sourcemaps --from 2026-11-01', 'GET /acme/shop/sourcemaps?from=2026-11-01T00%3A00%3A00.000Z'],
    ['issues --project other', 'GET /acme/other/issues'],
    ['issues --project big/one', 'GET /big/one/issues'],
    ['issues --org big', 'GET /big/shop/issues'],
  ])('%s sends one request with the token', async (line, expected) => {
    api.answer(list());
    expect(await run(...line.split(' '))).toMatchObject({ code: 0, stderr: '' });
    const [request] = api.heard;
    const asked = `${request?.method ?? ''} ${request?.path ?? ''}`;
    if (typeof expected === 'string') expect(asked).toBe(expected);
    else expect(asked).toMatch(expected);
    expect(request?.token).toBe('slp_secret');
  });

  test.each([
    ['issues resolve 12', 'PATCH /acme/shop/issues/12', { status: 'resolved' }],
    ['issues resolve 12 --in 1.2', 'PATCH /acme/shop/issues/12', { status: 'resolved', resolvedIn: '1.2' }],
    ['issues reopen 12', 'PATCH /acme/shop/issues/12', { status: 'open' }],
    ['issues ignore 12', 'PATCH /acme/shop/issues/12', { status: 'ignored', ignoreUntil: {} }],
    ['issues merge 12 15 19', 'POST /acme/shop/issues/12/merge', { issues: ['15', '19'] }],
    ['issues unmerge 12 aa bb', 'POST /acme/shop/issues/12/unmerge', { fingerprints: ['aa', 'bb'] }],
  ])('%s changes', async (line, expected, body) => {
    api.answer({ body: { id: '12', status: 'open' } });
    expect(await run(...line.split(' '))).toMatchObject({ code: 0 });
    expect(api.heard).toEqual([expect.objectContaining({ body })]);
    expect(`${api.heard[0]?.method ?? ''} ${api.heard[0]?.path ?? ''}`).toBe(expected);
  });
});

test.each([
  ['exceptions', 'project:read'],
  ['releases new 1', 'project:releases'],
  ['sourcemaps upload . --release 1', 'project:releases'],
  ['sourcemaps delete m1', 'project:releases'],
  ['issues resolve 1', 'project:admin'],
  ['issues merge 1 2', 'project:admin'],
  ['issues unmerge 1 a', 'project:admin'],
])('%s without a token names the scope that it needs', async (line, scope) => {
  const { code, stderr } = await runForTest(line.split(' '), { ...env(), SLUICE_AUTH_TOKEN: '' });
  expect([code, stderr]).toEqual([1, expect.stringMatching(`--org acme --scopes ${scope}\\.\n$`)]);
});

describe('--json', () => {
  test('is the unchanged response of the API', async () => {
    const body = { data: [{ id: '1', new: { field: [1.5, null] } }], next: 'n', scannedTo: '2026-11-20T10:00:00.000Z' };
    api.answer({ body });
    const { stdout, code } = await run('issues', '--json');
    expect([JSON.parse(stdout), code, stdout.split('\n').length]).toEqual([body, 0, 2]);
  });

  test('--all follows the cursors, over empty pages too, into one value', async () => {
    api.answer(
      { body: { data: [{ id: '3' }], next: 'a', scannedTo: null } },
      { body: { data: [], next: 'b', scannedTo: '2026-11-20T10:00:00.000Z' } },
      list({ id: '1' }),
    );
    const { stdout } = await run('logs', '--all', '--level', 'error', '--json');
    expect(JSON.parse(stdout)).toEqual({ data: [{ id: '3' }, { id: '1' }], next: null, scannedTo: null });
    expect(api.heard.map(({ path }) => path)).toEqual([
      '/acme/shop/logs?level=error&limit=100',
      '/acme/shop/logs?level=error&limit=100&cursor=a',
      '/acme/shop/logs?level=error&limit=100&cursor=b',
    ]);
  });

  test('--all ends at its limit, and the cursor continues from there', async () => {
    api.answer({ body: { data: [], next: 'again', scannedTo: null } });
    const { stdout } = await run('logs', '--all', '--json');
    expect(JSON.parse(stdout)).toEqual({ data: [], next: 'again', scannedTo: null });
    expect(api.heard).toHaveLength(200);
  });
});

describe('for people', () => {
  test('a list reports the position of its scan and how to continue', async () => {
    const row = { id: '12', status: 'open', regressed: true, title: 'TypeError: x\u001b[31m', count: 1_200, users: 3 };
    api.answer({ body: { data: [row], next: 'CUR', scannedTo: '2026-11-20T10:00:00.000Z' } });
    const [heading = '', issue = '', last] = (await run('issues')).stdout.split('\n');
    expect(heading).toMatch(/^ISSUE {2}STATUS +LEVEL +TITLE/);
    expect(issue).toMatch(/^12 +open again +- +TypeError: x·\[31m +- +1,200 +3 /);
    expect(last).toBe('1 row. Scanned back to 2026-11-20T10:00:00.000Z; more with --cursor CUR');
  });

  test.each([
    [list(), 'No issues.\n'],
    [{ body: { data: [], next: 'C', scannedTo: null } }, 'No matching rows scanned so far.\nMore with --cursor C\n'],
  ])('a list without rows, %j, says so', async (answer, expected) => {
    api.answer(answer);
    expect((await run('issues')).stdout).toBe(expected);
  });

  test('a trace is a waterfall: children below their parents, orphans marked', async () => {
    const at = (ms: number): string => new Date(Date.UTC(2026, 10, 20) + ms).toISOString();
    const span = (name: string, from: number, to: number, more: object = {}): object => ({
      name,
      op: 'op',
      status: 'ok',
      startTime: at(from),
      endTime: at(to),
      duration: to - from,
      children: [],
      ...more,
    });
    const child = span('child', 50, 100, { status: 'error' });
    const spans = [span('root', 0, 100, { children: [child] }), span('lost', 25, 50, { orphan: true })];
    api.answer({ body: { id: 't', spanCount: 3, errorCount: 1, rootCount: 1, duration: 100, spans } });
    const lines = (await run('traces', 'show', 't')).stdout.split('\n');
    const shown = lines.slice(lines.indexOf('SPANS') + 2, lines.indexOf('SPANS') + 6);
    expect(shown.map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      `root  op  ok  +0 ms  100 ms  ${'━'.repeat(30)}`,
      `  child  op  error  +50 ms  50 ms  ${'·'.repeat(15)}${'━'.repeat(15)}`,
      `? lost  op  ok  +25 ms  25 ms  ${'·'.repeat(7)}${'━'.repeat(8)}${'·'.repeat(15)}`,
      '? its parent is not stored',
    ]);
  });

  test('statistics show what Sentry SDKs dropped and what is not taken, if there is any', async () => {
    const lists = { data: [], folded: [], entries: [], notTaken: [], droppedBySdks: [] };
    api.answer({ body: lists });
    expect((await run('stats')).stdout).toBe('No events in this range.\n');
    const droppedBySdks = [{ category: 'span', reason: 'buffer_overflow', count: 1_200 }];
    api.answer({ body: { ...lists, notTaken: [{ name: 'session', count: 7 }], droppedBySdks } });
    const [, dropped = '', notTaken] = (await run('stats')).stdout.split('\n\n');
    expect(dropped).toMatch(/^CATEGORY +REASON +DROPPED BY SDKS\nspan +buffer_overflow +1,200$/);
    expect(notTaken).toMatch(/^ITEM +NOT TAKEN\nsession +7\n$/);
  });

  test('an exception shows its stack and its causes', async () => {
    const frame = { file: '/a.js', function: 'f', line: 1, column: 2, inApp: true };
    const cause = { type: 'E', message: 'why', frames: [], cause: null };
    const crumb = { timestamp: '2026-11-20T00:00:00.000Z', category: 'ui.click', level: 'info', message: 'buy' };
    const at = '2026-11-20T00:00:02.500Z';
    api.answer({ body: { type: 'T', message: 'm', timestamp: at, frames: [frame], cause, breadcrumbs: [crumb] } });
    const { stdout } = await run('exceptions', 'show', 'e');
    expect(stdout).toContain('STACK\nT: m\n    at f (/a.js:1:2)\ncaused by E: why\n');
    expect(stdout).toMatch(/-2\.5 s +ui\.click +info +buy/);
  });

  test('a metric shows bars and points', async () => {
    const point = { time: '2026-11-20T00:00:00.000Z', count: 4, sum: 10, min: 1, max: 4, p50: 2, p95: 4, p99: 4 };
    const series = [{ release: '1.0', points: [point, { ...point, p50: 4 }] }];
    api.answer({ body: { name: 'm', from: point.time, to: point.time, interval: 60, errorBound: 0.01, series } });
    const { stdout } = await run('metrics', 'show', 'm');
    expect(stdout).toContain('60 s per point; percentiles within 1 %');
    expect(stdout).toContain('release 1.0, median ▅█\n');
    expect(stdout).toMatch(/2026-11-20T00:00:00Z +4 +1 +2\.5 +2 +4 +4 +4/);
  });

  test('shows responses with missing or unknown fields', async () => {
    for (const words of ['issues', 'exceptions', 'traces', 'spans', 'logs', 'replays', 'users']) {
      for (const body of [{}, [], null, { spans: 3, frames: 'x', releases: [null], data: [4] }]) {
        api.answer({ body });
        expect(await run(words, 'show', 'x')).toMatchObject({ code: 0, stderr: '' });
        expect(await run(words, 'list')).toMatchObject({ code: 0, stderr: '' });
      }
    }
  });
});

describe('following logs', () => {
  const log = (id: string): object => ({
    id,
    level: 'info',
    message: `log ${id}`,
    timestamp: '2030-01-01T00:00:00.000Z',
  });
  /** A stream that ends after these events; the last one may be cut. */
  const stream = (...events: readonly string[]): CannedAnswer => ({
    headers: { 'content-type': 'text/event-stream' },
    body: `retry: 2000\n\n${events.join('')}`,
  });
  const position = (id: string): string => `id: ${id}\nevent: position\ndata: {}\n\n`;
  const logs = (id: string, ...ids: readonly string[]): string =>
    `id: ${id}\nevent: logs\ndata: ${JSON.stringify({ logs: ids.map(log), truncated: false })}\n\n`;
  const linesOf = (stdout: string): readonly string[] =>
    stdout.split('\n').map((line) => /log \w+$/.exec(line)?.[0] ?? line);

  test('shows what the server sends, and after an interruption goes on behind the last whole event', async () => {
    api.answer(
      stream(position('1-1'), logs('2-2', 'a', 'b'), logs('3-3', 'c').slice(0, 40)),
      refusal(503, 'Too many streams.'),
      stream(logs('3-3', 'c', 'd'), logs('4-4', 'e')),
    );
    const { code, stdout } = await run('logs', '--follow', '--limit', '4', '--level', 'info');
    expect([code, linesOf(stdout)]).toEqual([0, ['log a', 'log b', 'log c', 'log d', '']]);
    expect(api.heard.map(({ path }) => path)).toEqual([
      '/acme/shop/logs/tail?level=info',
      '/acme/shop/logs/tail?level=info&after=2-2',
      '/acme/shop/logs/tail?level=info&after=2-2',
    ]);
  });

  test('--from shows earlier ones first, and each of those that are in both once', async () => {
    api.answer(stream(position('1-1')), list(log('b'), log('a')), stream(logs('2-2', 'b', 'c')));
    const { stdout } = await run('logs', '--follow', '--from', '2030-01-01T00:00:00Z', '--limit', '3');
    expect(linesOf(stdout)).toEqual(['log a', 'log b', 'log c', '']);
    expect(api.heard.map(({ path }) => path)).toEqual([
      '/acme/shop/logs/tail',
      '/acme/shop/logs?from=2030-01-01T00%3A00%3A00.000Z&limit=100',
      '/acme/shop/logs/tail?after=1-1',
    ]);
  });

  test('says that logs are missing, and ends when the server takes the access away', async () => {
    api.answer(
      stream(
        'id: 1-1\nevent: logs\ndata: {"logs":[],"truncated":true}\n\n',
        'event: end\ndata: {"error":{"code":"unauthorized","message":"The token was revoked."}}\n\n',
      ),
    );
    const { code, stderr } = await run('logs', '--follow');
    expect(code).toBe(1);
    expect(stderr).toMatch(/logs are missing here.*\n.*The token was revoked\./);
  });

  test('a first attempt that fails is final, and a refusal later, too', async () => {
    api.answer(refusal(503, 'Too many streams.'));
    expect(await run('logs', '--follow')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Too many streams.'),
    });
    expect(api.heard).toHaveLength(1);
    api.answer(stream(position('1-1')), refusal(401, 'no'));
    expect(await run('logs', '--follow')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('rejects the token'),
    });
    expect(api.heard).toHaveLength(2);
  });

  test('ends with 0 and without output on Ctrl-C', async () => {
    api.answer(stream(position('1-1')));
    const abort = new AbortController();
    const following = runForTest(['logs', '--follow', '--json'], env(), abort.signal);
    while (api.heard.length < 2) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expect(await following).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test.each(['--all', '--to 1h', '--cursor c'])('takes no %s', async (words) => {
    expect(await run('logs', '--follow', ...words.split(' '))).toMatchObject({ code: 2 });
  });
});

describe('a 429', () => {
  const throttled = (seconds: string): Canned => refusal(429, 'Too many of yours.', { 'retry-after': seconds });

  test.each([
    ['issues show 12', '1'],
    ['issues resolve 12', '0'],
    ['issues --all', '0'],
  ])('%s: retries after Retry-After: %s, and reports the wait in one line', async (words, asked) => {
    api.answer(throttled(asked), list());
    const said = await run(...words.split(' '));
    expect(said).toMatchObject({
      code: 0,
      stderr: `${api.url} asks to wait 1 s (429: Too many of yours.). Trying again for up to 90 s.\n`,
    });
    expect(new Set(api.heard.map(({ method, path }) => `${method} ${path}`)).size).toBe(1);
    expect(api.heard).toHaveLength(2);
  });

  test('is final if Retry-After exceeds the time limit', async () => {
    api.answer(throttled('91'));
    const said = await run('issues', 'show', '12', '--json');
    expect([said.code, api.heard.length]).toEqual([1, 1]);
    expect(said.stdout).toContain(
      `"code":"unreachable","message":"Too many of yours. (${api.url}; it asks to wait 91 s)"`,
    );
  });

  test('is not waited for after Ctrl-C', async () => {
    api.answer(throttled('60'));
    const abort = new AbortController();
    const running = runForTest(['issues', '--json'], env(), abort.signal);
    while (api.heard.length < 1) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expect(await running).toMatchObject({ code: 1, stderr: expect.stringContaining('Stopped.') });
  });
});

describe('an error is one line with a remedy', () => {
  test.each([
    [refusal(401, 'no'), 1, 'unauthorized', /rejects the token.*SLUICE_AUTH_TOKEN/],
    [refusal(403, 'This needs the scope project:admin.'), 1, 'forbidden', /--org acme --scopes project:admin$/],
    [
      refusal(404, 'There is no such issue.'),
      1,
      'not_found',
      /no such issue\. Asked for issues\/01983c1e in acme\/shop at http/,
    ],
    [refusal(400, 'The cursor is not one of ours.'), 2, 'invalid', /^The cursor is not one of ours\.$/],
    [refusal(422, 'status must be one of …'), 2, 'invalid', /^status must be/],
    [refusal(503, 'The database does not answer.', { 'retry-after': '5' }), 1, 'unreachable', /asks to wait 5 s/],
    [refusal(500, 'Something went wrong here.'), 1, 'failed', /answered 500: Something/],
    [
      { status: 302, headers: { location: 'https://b.example/x' }, body: '' },
      2,
      'usage',
      /redirects to https:\/\/b\.ex/,
    ],
    [{ status: 404, body: '<html>' }, 1, 'unreachable', /answered 404 and is not a Sluice API/],
    [{ status: 200, body: '<html>' }, 1, 'unreachable', /is not a Sluice API/],
  ])('for the response %j', async (answer, code, kind, message) => {
    api.answer(answer);
    const said = await run('issues', 'show', '01983c1e', '--json');
    expect(said.code).toBe(code);
    const { error } = JSON.parse(said.stdout) as { error: { code: string; message: string } };
    expect(error).toEqual({ code: kind, message: expect.stringMatching(message) });
    expect(said.stderr.trim().split('\n')).toHaveLength(1);
    expect(said.stdout + said.stderr).not.toContain('slp_secret');
  });

  test.each([
    [{}, [], 1, 'set SLUICE_URL, SLUICE_AUTH_TOKEN, SLUICE_ORG, SLUICE_PROJECT, or run npm start'],
    [{ SLUICE_URL: 'http://127.0.0.1:1', SLUICE_ORG: 'a' }, [], 1, 'set SLUICE_AUTH_TOKEN, SLUICE_PROJECT,'],
    [{ SLUICE_URL: 'sluice.example' }, [], 2, '"sluice.example" is not a URL'],
    [{}, ['--project', 'a/b/c', '--url', 'http://x'], 2, '"a/b/c" is not of the form'],
    [
      { SLUICE_AUTH_TOKEN: 't' },
      ['--url', 'http://127.0.0.1:1', '--project', 'a/b'],
      1,
      'Is Sluice running (npm start)?',
    ],
    [{}, ['--all', '--limit', '3'], 1, 'To reach a project, set SLUICE_URL'],
  ])('for the settings %j and the options %j', async (variables, words, code, message) => {
    const said = await runForTest(['issues', ...words], variables);
    expect(said.code).toBe(code);
    expect(said.stderr).toContain(message);
    expect(said.stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('ids', () => {
  const id = (minute: string, place: string): string => `01983c1e-${minute}-8${place}-9abc-0123456789ab`;

  test('are short in tables, as far as they differ, and whole in facts and JSON', async () => {
    const issue = { id: id('4f2a', '003'), title: 'a', status: 'open' };
    api.answer(list(issue, { ...issue, id: id('4f2b', '003') }));
    const { stdout } = await run('issues');
    expect(stdout).toMatch(/^01983c1e-4f2a-8\d{3}-9abc {2}open/m);
    expect(stdout).toMatch(/^01983c1e-4f2b-8\d{3}-9abc {2}open/m);
    expect((await run('issues', '--json')).stdout).toContain(issue.id);
    api.answer({ body: issue });
    expect((await run('issues', 'show', '01983c1e-4f2a')).stdout).toContain(issue.id);
    expect(api.heard[0]?.path).toBe('/acme/shop/issues/01983c1e-4f2a');
  });

  test('that are the beginning of several are an error with the ids below it, one a line', async () => {
    const message = '"01983c1e" matches 2 issue ids. Give more digits.';
    const ids = [id('4f2a', '003'), id('4f2b', '003')];
    api.answer({ status: 409, body: { success: false, error: { code: 'ambiguous_id', message, ids } } });
    const { code, stderr } = await run('issues', 'show', '01983c1e');
    expect([code, stderr]).toEqual([1, `sluice: ${message}\n  ${ids[0] ?? ''}\n  ${ids[1] ?? ''}\n`]);
    const { stdout } = await run('issues', 'show', '01983c1e', '--json');
    expect(JSON.parse(stdout)).toEqual({ error: { code: 'failed', message, ids } });
  });

  test.each([
    ['traces', 'There is no such trace.'],
    ['issues', 'There is no such project.'],
    ['issues', '"4bf92f3" is too short for an id: at least the first 8 digits are needed.'],
  ])('short ids: passes on the response of the service (%s: %s)', async (kind, message) => {
    api.answer(refusal(404, message));
    const { code, stderr } = await run(kind, 'show', '4bf92f3');
    expect(code).toBe(1);
    expect(stderr).toMatch(`sluice: ${message} Asked for ${kind}/4bf92f3 in acme/shop`);
  });

  test('of hits are shown as those of logs and spans', async () => {
    api.answer({ body: { id: id('4f2a', '003'), kind: 'custom', name: 'add_to_cart', tags: { plan: 'pro' } } });
    const { stdout } = await run('hits', 'show', '01983c1e-4f2a');
    expect(api.heard[0]?.path).toBe('/acme/shop/hits/01983c1e-4f2a');
    expect(stdout).toMatch(/name +add_to_cart\n/);
    expect(stdout).toMatch(/tags +plan=pro\n/);
  });
});

function env(): Record<string, string> {
  return {
    SLUICE_URL: api.url,
    SLUICE_AUTH_TOKEN: 'slp_secret',
    SLUICE_ORG: 'acme',
    SLUICE_PROJECT: 'shop',
  };
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Canned {
  return {
    status,
    headers,
    body: { success: false, error: { code: 'code', message } },
  };
}
