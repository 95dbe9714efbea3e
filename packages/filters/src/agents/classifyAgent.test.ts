import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import crawlerUserAgents from 'crawler-user-agents';
import { list } from 'isbot';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createAgentClassifier } from './classifyAgent.js';
import { TOO_BROAD, isCrawler } from './isCrawler.js';
import { isLegacyBrowser } from './isLegacyBrowser.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome';

/** A public list of bots by class; its types leave out the classes. */
const publicList: readonly {
  readonly pattern: string;
  readonly instances: readonly string[];
  readonly tags?: readonly string[];
}[] = crawlerUserAgents;

/** Of the public list: applications and companies whose bare name is all that their bots send. */
const NOT_TOLD_APART = [
  'Bling ERP',
  'Bluesky\\/',
  'Determ',
  'MetaIAB Facebook',
  'New York Times Newsgathering',
  'OneTrust',
  'Termly',
  'Tumblr\\/',
  'Viber',
  'eMoney Advisor',
];

describe('crawlers', () => {
  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    'Mediapartners-Google',
    'GoogleOther',
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
    'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'Mozilla/5.0 (compatible; Applebot/0.1; +http://www.apple.com/go/applebot)',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.0.0 Safari/537.36 Chrome-Lighthouse',
    'Mozilla/5.0 (compatible; Datadog/Synthetics)',
    'Mozilla/5.0 (compatible; ia_archiver; +http://www.alexa.com)',
    'Site24x7',
    'Mozilla/5.0 (compatible; coccoc/1.0; +http://help.coccoc.com/)',
    'Mozilla/5.0 (compatible; Qwantify/2.0n; +https://www.qwant.com/)/*',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityUser/1.0; +https://perplexity.ai)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Gemini-Deep-Research; +https://gemini.google/overview/deep-research/) Chrome/135.0.0.0 Safari/537.36',
    'Mozilla/5.0 (compatible; Amzn-User; +https://developer.amazon.com/)',
    'Mozilla/5.0 (compatible; Meta-ExternalHit/1.1; +http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
    'Mozilla/5.0 (compatible; FlipboardProxy/1.1; +http://flipboard.com/browserproxy)',
    'check_http/v2.2.1 (nagios-plugins 2.2.1)',
    'Zabbix',
    'Mozilla/5.0 (compatible; UnheardOf; https://unheard-of.example/crawling)',
  ])('include %s', (agent) => {
    expect(isCrawler(agent)).toBe(true);
  });

  test.each([
    '',
    'curl/8.5.0',
    'Wget/1.21.4',
    'node',
    'undici',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'got (https://github.com/sindresorhus/got)',
    'axios/1.7.2',
    'python-requests/2.32.3',
    'python-httpx/0.27.0',
    'Python-urllib/3.12',
    'aiohttp/3.9.5',
    'Go-http-client/1.1',
    'okhttp/4.12.0',
    'Java/17.0.1',
    'Apache-HttpClient/4.5.14 (Java/17.0.1)',
    'Dart/3.4 (dart:io)',
    'GuzzleHttp/7',
    'Ruby',
    'libwww-perl/6.77',
    'PostmanRuntime/7.39.0',
    'HTTPie/3.2.2',
    'Symfony HttpClient/Curl',
    'sluice-sdk/0.1.0',
    'Google-HTTP-Java-Client/1.44.2 (gzip)',
    'Shop/2.1 Google-HTTP-Java-Client/1.44.2 (gzip)',
    'Boto3/1.34.0 md/Botocore#1.34.0 ua/2.0 os/linux#6.1.0 md/arch#x86_64 lang/python#3.12.0',
    'ShopApp/3.2 (device feedbeef-0b07-4b07-8b07-0b0700c0ffee)',
    'ShopApp/3.2 (feedfacecafebeef0123456789abcdef)',
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; EmbeddedWB 14.52 from: http://www.bsalsa.com/)',
    'MyApp/1.0',
    'MyCompanyServer/3.2 tools',
    `${CHROME.replace('Chrome', 'HeadlessChrome')}/131.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    `${CHROME}/131.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/315.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/465.0;]',
    'Mozilla/5.0 (Linux; Android 12; CUBOT X50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  ])('do not include %s', (agent) => {
    expect(isCrawler(agent)).toBe(false);
  });

  test('match a public list in the filtered classes, except names that ordinary applications share', () => {
    const classes = ['search-engine', 'social-preview', 'ai-crawler', 'monitoring'];
    const notFiltered = ['http-library', 'browser-automation'];
    const listed = publicList.filter(
      ({ tags = [] }) => tags.some((tag) => classes.includes(tag)) && !tags.some((tag) => notFiltered.includes(tag)),
    );
    const missed = listed.filter(({ instances }) => !instances.every(isCrawler)).map(({ pattern }) => pattern);
    expect(missed.sort()).toEqual(NOT_TOLD_APART);
    expect(listed.length).toBeGreaterThan(500);
  });

  test('every excluded pattern exists in isbot', () => {
    expect([...TOO_BROAD].filter((pattern) => !list.includes(pattern))).toEqual([]);
  });

  test('bounds the time for a hostile user agent', () => {
    const ms = cpuMs(() => {
      for (const part of ['a', '/1.0 ', '(', 'bo', '1.', 'Mozilla/5.0 ']) isCrawler(part.repeat(16_384 / part.length));
    });
    expect(ms).toBeLessThan(500);
  });
});

describe('legacy browsers', () => {
  const safari = (version: string): string =>
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
  test.each<[string, boolean]>([
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)', true],
    ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', true],
    [`${CHROME}/110.0.0.0 Safari/537.36`, true],
    [`${CHROME}/111.0.0.0 Safari/537.36`, false],
    [`${CHROME}/110.0.0.0 Safari/537.36 Edg/110.0.1587.41`, true],
    [`${CHROME}/120.0.0.0 Safari/537.36 Edg/120.0.0.0`, false],
    [`${CHROME}/112.0.0.0 Safari/537.36 OPR/99.0.0.0`, true],
    [`${CHROME}/114.0.0.0 Safari/537.36 OPR/100.0.0.0`, false],
    ['Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18', true],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:110.0) Gecko/20100101 Firefox/110.0', true],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:111.0) Gecko/20100101 Firefox/111.0', false],
    [safari('15.6.1'), true],
    [safari('16.0'), false],
    ['curl/8.5.0', false],
    ['', false],
  ])('include %s: %s', (agent, expected) => {
    expect(isLegacyBrowser(agent)).toBe(expected);
  });
});

test('caches only the beginning of long user agents', () => {
  const judge = createAgentClassifier();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 1_000; index += 1) {
    judge(Buffer.alloc(16_000, `agent ${index} `).toString('latin1'));
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4_000_000);
  expect(judge(`agent ${' '.repeat(600)} Googlebot/2.1`)).toEqual(judge('agent'));
});
