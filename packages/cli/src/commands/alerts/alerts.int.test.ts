import { describe, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCannedApi } from '../../testing/cannedApi.js';
import { runForTest, type CommandOutput } from '../../testing/runForTest.js';
import { useDirectory } from '@sluice/testkit/useDirectory';
import { useResource } from '@sluice/testkit/useResource';

const directory = useDirectory('alerts');
const api = useResource(startCannedApi, (started) => started.stop());
const asked = (): string => `${api.heard[0]?.method ?? ''} ${api.heard[0]?.path ?? ''}`;

const RULES = '/acme/shop/alerts/rules';
const SHARED = '/api/0/organizations/acme/alerts/rules';
const DESTINATIONS = '/api/0/organizations/acme/alerts/destinations';
const DELIVERIES = '/api/0/organizations/acme/alerts/deliveries';

describe('requests', () => {
  test.each([
    ['alerts rules', `GET ${RULES}`],
    ['alerts rules --all-projects', `GET ${SHARED}`],
    ['alerts rules list --project web', 'GET /acme/web/alerts/rules'],
    ['alerts rules show 7', `GET ${RULES}/7`],
    ['alerts rules show 3 --all-projects', `GET ${SHARED}/3`],
    ['alerts rules delete 7', `DELETE ${RULES}/7`],
    ['alerts rules exclude 3', `POST ${RULES}/3/exclusion`],
    ['alerts rules include 3', `DELETE ${RULES}/3/exclusion`],
    ['alerts destinations', `GET ${DESTINATIONS}`],
    ['alerts destinations show 3', `GET ${DESTINATIONS}/3`],
    ['alerts destinations pause 3', `POST ${DESTINATIONS}/3/pause`],
    ['alerts destinations resume 3', `POST ${DESTINATIONS}/3/resume`],
    ['alerts destinations rotate 3', `POST ${DESTINATIONS}/3/rotate`],
    ['alerts destinations unrotate 3', `DELETE ${DESTINATIONS}/3/previous-secret`],
    ['alerts destinations delete 3', `DELETE ${DESTINATIONS}/3`],
    ['alerts deliveries --state failed --destination 3', `GET ${DELIVERIES}?state=failed&destinationId=3`],
    ['alerts deliveries show d1', `GET ${DELIVERIES}/d1`],
    ['alerts deliveries resend d1', `POST ${DELIVERIES}/d1/resend`],
  ])('%s', async (line, expected) => {
    api.answer({ body: { data: [], next: null, scannedTo: null } });
    expect(await run(line.split(' '))).toMatchObject({ code: 0, stderr: '' });
    expect(asked()).toBe(expected);
  });

  test('about an organization need no project', async () => {
    api.answer({ body: { data: [] } });
    expect((await run(['alerts', 'destinations'], { SLUICE_PROJECT: '' })).code).toBe(0);
    expect((await run(['alerts', 'rules', '--all-projects'], { SLUICE_PROJECT: '' })).code).toBe(0);
    expect((await run(['alerts', 'rules'], { SLUICE_PROJECT: '' })).stderr).toContain('set SLUICE_PROJECT');
  });
});

describe('rules', () => {
  test.each([
    [
      ['create', 'Bugs', '--when', 'new_issue', '--when', 'drops of=backlog', '--to', '3', '--to', '4'],
      `POST ${RULES}`,
      {
        name: 'Bugs',
        conditions: [{ kind: 'new_issue' }, { kind: 'drops', of: ['backlog'] }],
        destinationIds: ['3', '4'],
      },
    ],
    [
      [
        'create',
        'Caps',
        '--all-projects',
        '--when',
        'new_issue',
        '--except',
        'shop',
        '--cooldown',
        '1h',
        '--digest',
        '15m',
      ],
      `POST ${SHARED}`,
      {
        name: 'Caps',
        conditions: [{ kind: 'new_issue' }],
        exceptProjects: ['shop'],
        cooldownSeconds: 3_600,
        digestSeconds: 900,
      },
    ],
    [
      [
        'update',
        '7',
        '--level',
        'fatal',
        '--environment',
        'prod*',
        '--page',
        '*/cart',
        '--tag',
        'plan=pro',
        '--to',
        'none',
      ],
      `PATCH ${RULES}/7`,
      {
        filters: {
          levels: ['fatal'],
          environments: ['prod*'],
          urls: ['*/cart'],
          tags: [{ key: 'plan', value: 'pro' }],
        },
        destinationIds: [],
      },
    ],
    [['off', '7'], `PATCH ${RULES}/7`, { enabled: false }],
    [['on', '7'], `PATCH ${RULES}/7`, { enabled: true }],
    [['mute', '7', '2026-12-01'], `PATCH ${RULES}/7`, { mutedUntil: '2026-12-01T00:00:00.000Z' }],
    [['mute', '7', 'none'], `PATCH ${RULES}/7`, { mutedUntil: null }],
  ])('%j', async (words, expected, body) => {
    api.answer({ body: { id: '7' } });
    expect(await run(['alerts', 'rules', ...words])).toMatchObject({ code: 0, stderr: '' });
    expect([asked(), api.heard[0]?.body]).toEqual([expected, body]);
  });

  test('are created from a file, whose fields options replace', async () => {
    const path = await file('rule.json', '{"conditions":[{"kind":"new_issue"}],"cooldownSeconds":60}');
    api.answer({ body: {} });
    await run(['alerts', 'rules', 'create', 'Bugs', '--file', path, '--cooldown', '0']);
    expect(api.heard[0]?.body).toEqual({ name: 'Bugs', conditions: [{ kind: 'new_issue' }], cooldownSeconds: 0 });
  });

  test.each([
    [['--cooldown', 'long'], '--cooldown long: write a duration'],
    [['--tag', 'plan'], '"plan" is not of the form key=value'],
    [['--file', '/nowhere'], 'cannot read /nowhere'],
  ])('%j is wrong usage', async (words, message) => {
    const { code, stderr } = await run(['alerts', 'rules', 'update', '7', ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('are listed with conditions as they are written', async () => {
    const rule = {
      id: '7',
      name: 'Busy',
      project: null,
      enabled: true,
      excluded: false,
      mutedUntil: null,
      destinationIds: ['3'],
      conditions: [{ kind: 'issue_rate', measure: 'users', above: 100, windowMinutes: 60 }],
    };
    api.answer({ body: { data: [rule, { ...rule, id: '8', project: 'shop', enabled: false }] } });
    const { stdout } = await run(['alerts', 'rules']);
    expect(stdout).toContain('DESTINATION IDS');
    expect(stdout).toMatch(/7 +Busy +all projects +on +3 +issue_rate measure=users above=100 windowMinutes=60/);
    expect(stdout).toMatch(/8 +Busy +shop +off/);
  });
});

describe('destinations', () => {
  test.each([
    ['https://hooks.example.com/T/secret\n', { url: 'https://hooks.example.com/T/secret' }],
    ['12:token', { token: '12:token' }],
  ])('take secrets from a file: %j', async (content, secrets) => {
    const path = await file('secret', content);
    api.answer({ body: { id: '3' } });
    const words = ['create', 'telegram', 'Ops', '--chat', '@ops', '--thread', '4', '--secret-file', path];
    expect(await run(['alerts', 'destinations', ...words])).toMatchObject({ code: 0 });
    expect(api.heard[0]?.body).toEqual({
      kind: 'telegram',
      name: 'Ops',
      config: { chatId: '@ops', threadId: 4 },
      secrets,
    });
  });

  test('are changed by option', async () => {
    api.answer({ body: { id: '3' } });
    const words = ['update', '3', '--name', 'Night', '--quiet', 'Europe/Berlin 22:00-07:00 1,2', '--hourly-limit', '5'];
    await run(['alerts', 'destinations', ...words]);
    expect([asked(), api.heard[0]?.body]).toEqual([
      `PATCH ${DESTINATIONS}/3`,
      {
        name: 'Night',
        hourlyLimit: 5,
        quietHours: { timeZone: 'Europe/Berlin', from: '22:00', to: '07:00', days: [1, 2] },
      },
    ]);
    const wrong = await run(['alerts', 'destinations', 'update', '3', '--quiet', 'at night']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("'Europe/Berlin 22:00-07:00'")]);
  });

  test('keep the rest of their config', async () => {
    api.answer({ body: { id: '3', config: { chatId: '@ops', threadId: 4 } } });
    await run(['alerts', 'destinations', 'update', '3', '--chat', '@night']);
    expect(api.heard.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['PATCH', { config: { chatId: '@night', threadId: 4 } }],
    ]);
  });

  test('show a signing secret that was just made, and why they are paused', async () => {
    api.answer({
      body: {
        id: '3',
        signingSecret: 'whsec_x',
        signingSecrets: 2,
        pausedAt: '2026-11-20T10:00:00Z',
        pausedReason: '410',
      },
    });
    const { stdout } = await run(['alerts', 'destinations', 'rotate', '3']);
    expect(stdout).toMatch(/signing secret +whsec_x/);
    expect(stdout).toMatch(/state +paused\n *because +410/);
  });

  test('show what failed last, and a URL that is probably wrong', async () => {
    const lastProblem = { kind: 'test', at: '2026-11-20T10:00:00Z', problem: 'HTTP 404' };
    api.answer({ body: { data: [{ id: '3', lastProblem, warnings: ['not Slack'] }] } });
    expect((await run(['alerts', 'destinations'])).stdout).toMatch(/failing .*test failed 2026-11-20.*: HTTP 404/);
    api.answer({ body: { id: '3', lastSentAt: '2026-11-20T10:00:00Z', lastProblem: null, warnings: ['not Slack'] } });
    expect((await run(['alerts', 'destinations', 'show', '3'])).stdout).toMatch(/state +works\n *warning +not Slack/);
  });
});

describe('alerts test', () => {
  const waiting = { body: { id: 'd1', state: 'waiting', log: [] } };
  const attempt = {
    attempt: 1,
    at: '2026-11-20T10:00:00Z',
    tookMs: 12,
    status: 410,
    result: 'dead',
    problem: 'HTTP 410',
  };

  test('waits for the result and shows what the receiver answered', async () => {
    const sent = { id: 'd1', state: 'sent', log: [{ ...attempt, status: 200, result: 'sent', response: 'ok' }] };
    api.answer({ status: 201, body: { deliveryId: 'd1' } }, waiting, { body: sent });
    const { code, stdout } = await run(['alerts', 'test', '3', '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([0, sent]);
    expect(api.heard.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${DESTINATIONS}/3/test`,
      `GET ${DELIVERIES}/d1`,
      `GET ${DELIVERIES}/d1`,
    ]);
  });

  test('fails if the message was not sent, and says why', async () => {
    const failed = { id: 'd1', state: 'failed', problem: 'HTTP 410', log: [{ ...attempt, response: 'Gone' }] };
    api.answer({ status: 201, body: { deliveryId: 'd1' } }, { body: failed });
    const { code, stdout } = await run(['alerts', 'test', '3']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/410 +dead +HTTP 410 +Gone/)]);
  });
});

test('completion offers the commands of a group within a group, and values', async () => {
  const offered = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await runForTest(['__complete', '--', ...words], {})).stdout.trim().split('\n');
  expect(await offered('alerts')).toEqual(expect.arrayContaining(['rules', 'destinations', 'deliveries', 'test']));
  expect(await offered('alerts', 'rules')).toEqual(expect.arrayContaining(['create', 'mute', '--all-projects']));
  expect(await offered('alerts', 'destinations', 'create')).toEqual(expect.arrayContaining(['webhook', 'slack']));
  expect(await offered('alerts', 'deliveries', '--state')).toEqual(['waiting', 'sent', 'paused', 'failed']);
});

async function file(name: string, content: string): Promise<string> {
  const path = join(directory.path, name);
  await writeFile(path, content);
  return path;
}

function run(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandOutput> {
  return runForTest(words, {
    SLUICE_URL: api.url,
    SLUICE_AUTH_TOKEN: 'slp_x',
    SLUICE_ORG: 'acme',
    SLUICE_PROJECT: 'shop',
    ...env,
  });
}
