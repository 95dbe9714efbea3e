import { createIsbotFromList, list } from 'isbot';

/**
 * Patterns of `isbot` that match more than bots that name themselves: HTTP libraries and tools, headless browsers, words that
 * occur in product names, and agents with an unusual form (`name/version`).
 */
export const TOO_BROAD: ReadonlySet<string> = new Set([
  '(?:^|[^g])news(?!sapphire)',
  '(?<! channel/|google/)google(?!(?:wv|app|/google| pixel))',
  '(?<!lib)http',
  ';\\s\\w+;$',
  '@[a-z][\\w-]+\\.',
  '\\(\\)',
  '\\.com\\b',
  '\\b\\w+/1\\.0;',
  '\\bbw/',
  '\\bdlc\\b',
  '\\bort/',
  '\\bperl\\b',
  '\\btime/',
  '\\|',
  '^[<\\(;]',
  '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)',
  '^[\\w\\-]+/[\\w]+$',
  '^[^ ]{50,}$',
  '^\\d+\\b',
  '^\\w*search\\b',
  '^\\w+/[\\w\\(\\)]*$',
  '^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$',
  '^active',
  '^apache/',
  '^avsdevicesdk/',
  '^azure',
  '^blackbox exporter',
  '^claude-code/',
  '^client/',
  '^custom',
  '^ddg[_-]android',
  '^dispatch/\\d',
  '^downcast/',
  '^email',
  '^exodusmovement',
  '^jetty/',
  '^microsoft bits',
  '^mozilla/\\d\\.\\d\\s[\\w\\.-]+$',
  '^mozilla/\\d\\.\\d\\s\\((?:compatible;)?(?:\\s?[\\w\\d-.]+[\\s/]\\d+\\.\\d+)?\\)$',
  '^navermailapp',
  '^offline',
  '^php',
  '^postman',
  '^python',
  '^rank',
  '^read',
  '^reed',
  '^rest',
  '^rss',
  '^snapchat',
  '^sora ',
  '^stape/',
  '^svn',
  '^swcd ',
  '^track',
  '^wget',
  '^zdm/\\d',
  'advisor',
  'agent\\b',
  'analyzer',
  'archive',
  'audit',
  'browsex',
  'capture',
  'catch',
  'check\\b',
  'chromeframe',
  'classifier',
  'cursor/',
  'cypress/',
  'detect',
  'discovery',
  'download',
  'firephp',
  'grab',
  'headless',
  'httrack',
  'insight',
  'inspect',
  'java(?!;)',
  'library',
  'mail\\.ru/',
  'measure',
  'node\\b',
  'optimize',
  'parser',
  'phantomjs',
  'playwright',
  'proxy',
  'radar',
  'server',
  'selenium',
  'synapse',
  'tools',
  'torrent',
  'transcoder',
  'url',
  '(?<!cam)scan',
]);

/** Bots that name themselves (search, preview, AI, monitoring) and that only the patterns above would match. */
const NAMED = [
  '\\bgoogle(?:other|producer|-[a-z-]+|imageproxy| ?(?:web ?light|favicon|trust services))\\b',
  '\\b(?:feedfetcher|mediapartners|apis|playstore|appengine)-google\\b',
  '\\b(?:chatgpt|claude|perplexity|mistralai|gemini|amzn)-?user\\b',
  '\\bgemini-deep-research\\b',
  '\\b(?:anthropic-ai|cohere-ai|oai-searchbot|meta-external(?:agent|fetcher|hit)|bytespider|spawning-ai|kagi-fetcher)\\b',
  '\\b(?:bigsur\\.ai|newsai/|linkreader/|imagemind|novellum|the knowledge ai|terracotta https|semantic-visions|img2dataset)',
  '\\b(?:ia_archiver|archive\\.org_bot|slurp|coccoc|qwantify|daumoa|ichiro|y!j\\b|gigablast\\w*|a6-indexer|wesee:search)\\b',
  '\\b(?:wordupinfosearch|search\\.marginalia\\.nu|funnelback|swisscows|searcherx?web|searchexpress|globalwebsearch)',
  '\\b(?:theinternetsearchx|startpageprivateimageproxy|scrubby/|7siters/|fediindex/)',
  '\\b(?:skypeuripreview|vkshare|flipboardproxy|clickuplinkunfurler|embedly|iframely|opengraph\\.io|twilioproxy|github-camo)\\b',
  '\\b(?:fastmailua/|shortwave image fetcher|bluesky-domain-status|notion/[\\d.]+ \\(https|steamchaturllookup|hatena)',
  '^(?:http\\.rb/[\\d.]+ \\(mastodon/|friendica |lemmy/|gotosocial/|ning/)',
  'datadog(?:/| )?(?:synthetics|agent/)',
  '\\b(?:newrelicpinger|gtmetrix|uptimia|uptrends|bugsnag script fetcher|updown\\.io|site24x7|page speed insights|lighthouse|w3c_validator)',
  'uptime',
  '\\b(?:check_http/|zabbix|nagios|checkly|catchpoint|thousandeyes|panopta|nodeping|netumo/|netvigie|watchmouse)',
  '\\b(?:hydrozen\\.io|host-?tracker|monspark|mxtoolbox|pingping\\.io|pulsetic\\.com|downnotifier|downtimedetector/|easycron/)',
  '\\b(?:cronless|edgewatch|solarwinds/|rackspace monitoring/|easydns monitoring|wedos online|wheresitup\\.com/|websiteops)',
  '\\b(?:server ?density|sitelock|siteimprove\\.com|binarycanary|keycdn-tools/|checkhost \\(|wpumbrella|blogvault|fastdast)',
  '\\b(?:appinsights\\)|sqwatcher/|sv-watchagent|tsm-turingos|ylt chrome/|fedilist agent/|caveman-hunter/|buck/[\\d.]+; \\(\\+http)',
  '^(?:sentry/\\d|blackbox exporter/|devin/|acquia optimize|corporama matcher|anomura/|dreamhost data team)',
  'safari/[\\d.]+; devin/',
];

/**
 * Agents that pose as a browser and contain a URL, which a browser's user agent does not. Excludes Internet Explorer, whose
 * toolbars added URLs.
 */
const POSING = ['^mozilla/[^]*\\+ ?https?://', '^mozilla/(?![^]*msie)[^]*compatible;[^]*(?:https?://|; www\\.)'];

/** Libraries whose name or URL resembles a bot's. They are never crawlers. */
const LIBRARY =
  /^(?:google-(?:api|cloud|auth)|node-fetch|got\b|axios|undici|curl|wget|okhttp|python|go-http|java\/|apache-http|dart|ruby|guzzle|libwww|php|postman|insomnia|httpie|boto(?:3|core)?\/|aws-)|\bgoogle-http-java-client\b|\banyevent-http\b/i;

/** A GUID or another long hexadecimal number, which may contain words such as `feed` by chance. */
const HEXADECIMAL = /\b[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\b/gi;

/** Characters of a user agent that are matched: bounds the time of every pattern. */
const MAX_AGENT = 512;

const matches = createIsbotFromList([...list.filter((pattern) => !TOO_BROAD.has(pattern)), ...NAMED, ...POSING]);

/**
 * Whether a request's user agent names a known crawler (protocol 3.1): search, preview, AI or monitoring. This decides what is
 * filtered; `findBot` of `@sluice/enrichment` names bots in stored events (decision 0120).
 */
export function isCrawler(agent: string): boolean {
  const bounded = agent.slice(0, MAX_AGENT).replace(HEXADECIMAL, '');
  return !LIBRARY.test(bounded) && matches(bounded);
}
