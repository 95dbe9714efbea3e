import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvent, serialOf, type WireEvent } from './support/events.js';
import { type Answer, type Ask } from './support/http.js';
import { accepted, sendEvents } from './support/send.js';
import { storedBySerial, waitForStored } from './support/stored.js';
import { createProjects, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitForUsage } from './support/usage.js';

const settings = {
  plain: {},
  off: { ingestion: false },
  ips: { 'filters.ips': ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32', '2001:db9::1', '::ffff:192.0.2.0/120'] },
  environments: { 'filters.environments': ['staging', 'dev*', 'pr-?'] },
  releases: { 'filters.releases': ['1.0.*', 'web@2'] },
  messages: { 'filters.messages': ['*ResizeObserver*', 'ChunkLoadError', 'TypeError: Failed*', 'exactly this'] },
  noCrawlers: { 'filters.crawlers': false },
  browserExtensions: { 'filters.browserExtensions': true },
  localhost: { 'filters.localhost': true },
  legacyBrowsers: { 'filters.legacyBrowsers': true },
  offToo: { ingestion: false },
  environmentsToo: { 'filters.environments': ['staging', 'dev*'] },
};

type Name = keyof typeof settings;
let projects: Record<Name, Project>;
const system = useSystem();
beforeAll(async () => {
  projects = await createProjects(system, settings);
}, 120_000);

interface FilterCase {
  readonly project: Name;
  readonly name: string;
  readonly event?: WireEvent;
  readonly ask?: Ask;
  /** The reason why it is filtered; `undefined` if it is accepted. */
  readonly filtered?: string;
}

const from = (address: string): Ask => ({ headers: { 'x-forwarded-for': address } });
const by = (agent: string): Ask => ({ headers: { 'user-agent': agent } });
const inEnvironment = (environment: unknown): WireEvent => makeEvent('log', { contexts: { environment } });
const failing = (type: string, message: string): WireEvent => makeEvent('exception', { payload: { type, message } });

const everyType = (['exception', 'log', 'span', 'hit', 'replay'] as const).map((type): FilterCase => ({
  project: 'off',
  name: type,
  event: makeEvent(type),
  filtered: 'ingestion_off',
}));

const addresses: FilterCase[] = [
  ...['203.0.113.1', '203.0.113.255', '198.51.100.7', '2001:db8::1', '2001:db8:ffff::', '2001:db9::1'].map(
    (address) => ({
      project: 'ips' as const,
      name: address,
      ask: from(address),
      filtered: 'ip',
    }),
  ),
  { project: 'ips', name: 'IPv4-mapped address', ask: from('::ffff:203.0.113.9'), filtered: 'ip' },
  { project: 'ips', name: 'IPv4-mapped block', ask: from('192.0.2.77'), filtered: 'ip' },
  { project: 'ips', name: 'upper case and zeros', ask: from('2001:0DB8:0:0::1'), filtered: 'ip' },
  { project: 'ips', name: 'with a port', ask: from('203.0.113.1:5123'), filtered: 'ip' },
  { project: 'ips', name: 'in brackets with a port', ask: from('[2001:db8::1]:5123'), filtered: 'ip' },
  { project: 'ips', name: 'with a zone', ask: from('2001:db8::1%eth0'), filtered: 'ip' },
  { project: 'ips', name: 'right-most untrusted of several', ask: from('8.8.8.8, 203.0.113.1'), filtered: 'ip' },
  { project: 'ips', name: 'behind a trusted hop', ask: from('203.0.113.1, 127.0.0.1'), filtered: 'ip' },
  { project: 'ips', name: 'listed, but not the right-most', ask: from('203.0.113.1, 8.8.8.8') },
  ...['203.0.114.1', '198.51.100.8', '2001:db7::1', '2001:db9::2', '10.0.0.1'].map((address) => ({
    project: 'ips' as const,
    name: address,
    ask: from(address),
  })),
  {
    project: 'ips',
    name: 'forwarded by a peer who is no trusted proxy',
    ask: { from: '127.0.0.9', headers: { 'x-forwarded-for': '203.0.113.1' } },
  },
];

const environments: FilterCase[] = [
  ...['staging', 'dev', 'development', 'dev-eu', 'pr-7'].map((name) => ({ name, filtered: 'environment' })),
  ...['production', 'stagin', 'staging2', 'my-dev', 'pr-77', ''].map((name) => ({ name })),
].map((one) => ({ project: 'environments', event: inEnvironment(one.name), ...one }));

const releases: FilterCase[] = [
  ...['1.0.0', '1.0.', 'web@2'].map((name) => ({ name, filtered: 'release' })),
  ...['1.1.0', '11.0.0', 'web@20', 'web@3'].map((name) => ({ name })),
].map((one) => ({ project: 'releases', event: inRelease(one.name), ...one }));

const messages: FilterCase[] = [
  { name: 'a message', event: failing('Error', 'ResizeObserver loop limit exceeded'), filtered: 'message' },
  { name: 'a type', event: failing('ChunkLoadError', 'Loading chunk 5 failed'), filtered: 'message' },
  { name: 'type: message', event: failing('TypeError', 'Failed to fetch'), filtered: 'message' },
  { name: 'a whole message', event: failing('Error', 'exactly this'), filtered: 'message' },
  { name: 'another type before the message', event: failing('Error', 'Failed to fetch') },
  { name: 'only a part of the message', event: failing('Error', 'not exactly this') },
].map((one) => ({ project: 'messages', ...one }));

const crawlers = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'DuckDuckBot/1.0; (+http://duckduckgo.com/duckduckbot.html)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
];

const notCrawlers = [
  'curl/8.5.0',
  'node',
  'undici',
  'python-requests/2.31.0',
  'Go-http-client/2.0',
  'okhttp/4.12.0',
  'axios/1.6.2',
  'Wget/1.21',
  'MyApp/3.1',
  'sluice-js/0.1.0',
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  '',
];

const oldBrowser = 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko';
const newBrowser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

const browsers: FilterCase[] = [
  ...crawlers.map((agent) => ({ project: 'plain' as const, name: agent, ask: by(agent), filtered: 'crawler' })),
  ...notCrawlers.map((agent) => ({ project: 'plain' as const, name: agent, ask: by(agent) })),
  ...crawlers.slice(0, 2).map((agent) => ({ project: 'noCrawlers' as const, name: agent, ask: by(agent) })),
  ...['chrome-extension://abcdef/content.js', 'moz-extension://1-2/inject.js', 'safari-extension://x/y.js'].map(
    (file) => ({
      project: 'browserExtensions' as const,
      name: file,
      event: framed(file),
      filtered: 'browser_extension',
    }),
  ),
  { project: 'browserExtensions', name: 'the page itself', event: framed('https://example.com/app.js') },
  { project: 'plain', name: 'an extension, filter off', event: framed('chrome-extension://abcdef/content.js') },
  ...['http://localhost:3000', 'http://127.0.0.1:8080', 'http://localhost'].map((origin) => ({
    project: 'localhost' as const,
    name: origin,
    event: framed(`${origin}/app.js`),
    ask: { headers: { origin, referer: `${origin}/` } },
    filtered: 'localhost',
  })),
  {
    project: 'localhost',
    name: 'a public origin',
    event: framed('https://localhost.example.com/app.js'),
    ask: { headers: { origin: 'https://localhost.example.com' } },
  },
  { project: 'plain', name: 'localhost, filter off', ask: { headers: { origin: 'http://localhost:3000' } } },
  { project: 'legacyBrowsers', name: 'Internet Explorer 11', ...withAgent(oldBrowser), filtered: 'legacy_browser' },
  { project: 'legacyBrowsers', name: 'Chrome 126', ...withAgent(newBrowser) },
  { project: 'plain', name: 'Internet Explorer 11, filter off', ...withAgent(oldBrowser) },
];

const cases = [...everyType, ...addresses, ...environments, ...releases, ...messages, ...browsers].map((one) => ({
  ...one,
  event: one.event ?? makeEvent('log'),
}));

describe('filters', () => {
  const answers = new Map<FilterCase, Answer>();
  beforeAll(async () => {
    for (const one of cases)
      answers.set(one, await sendEvents(system.baseUrl, projects[one.project], [one.event], one.ask ?? {}));
  }, 60_000);

  test.each(cases.map((one) => [one.project, one.name, one.filtered ?? 'passes', one] as const))(
    'decide in the project %s: %s → %s',
    (_project, _name, _reason, one) => {
      const answer = answers.get(one);
      expect({ status: answer?.status, body: answer?.json }).toEqual({
        status: 202,
        body: accepted(one.filtered === undefined ? { processed: 1 } : { filtered: 1 }),
      });
    },
  );

  test.each([...new Set(cases.map(({ project }) => project))])(
    'project %s stored what passed and counted what did not',
    async (name) => {
      const mine = cases.filter((one) => one.project === name);
      const passed = mine.filter((one) => one.filtered === undefined);
      await waitForStored(system, projects[name], passed.length);
      const stored = await storedBySerial(system, projects[name]);
      expect([...stored.keys()].sort()).toEqual(passed.map((one) => serialOf(one.event)).sort());
      const expected: Record<string, number> = {};
      for (const one of mine) {
        const type = String(one.event['type']);
        const key = one.filtered === undefined ? `${type} processed` : `${type} filtered ${one.filtered}`;
        expected[key] = (expected[key] ?? 0) + 1;
      }
      expect(await waitForUsage(system, projects[name], mine.length)).toEqual(expected);
    },
    40_000,
  );

  test('validation comes first: an invalid event is invalid, also where ingestion is off', async () => {
    const answer = await sendEvents(system.baseUrl, projects.offToo, [{ type: 'nope' }, makeEvent('hit')]);
    expect(answer.json).toEqual(accepted({ invalid: 1, filtered: 1 }));
    expect(answer.status).toBe(202);
  });

  test('neighbours of a filtered event are processed', async () => {
    const events = [inEnvironment('staging'), inEnvironment('production'), inEnvironment('dev')];
    const answer = await sendEvents(system.baseUrl, projects.environmentsToo, events);
    expect(answer.json).toEqual(accepted({ processed: 1, filtered: 2 }));
  });
});

function withAgent(agent: string): Pick<FilterCase, 'event' | 'ask'> {
  return {
    event: makeEvent('exception', { contexts: { 'device.userAgent': agent } }),
    ask: by(agent),
  };
}

function inRelease(release: unknown, type: 'log' | 'exception' = 'log'): WireEvent {
  return makeEvent(type, { contexts: { release } });
}

function framed(file: string): WireEvent {
  return makeEvent('exception', { payload: { frames: [{ file, function: 'f', line: 1, column: 1 }] } });
}
