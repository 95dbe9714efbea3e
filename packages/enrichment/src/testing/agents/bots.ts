import { chromium, LINUX, MAC, PIXEL, type Agent } from './agent.js';

const bot = (agent: string, name: string): Agent => [agent, name, '', 'bot'];
const compatible = (text: string): string => `Mozilla/5.0 (compatible; ${text})`;
const rendering = (text: string): string =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${text}) Chrome/116.0.1938.76 Safari/537.36`;
const posing = (text: string): string =>
  chromium(
    'Linux; Android 6.0.1; Nexus 5X Build/MMB29P',
    `Chrome/131.0.6778.139 Mobile Safari/537.36 (compatible; ${text})`,
  );

/** Search engines; the phone and the system that some of them name are a pose. */
export const searchBots: readonly Agent[] = [
  bot(compatible('Googlebot/2.1; +http://www.google.com/bot.html'), 'Googlebot 2.1'),
  bot(posing('Googlebot/2.1; +http://www.google.com/bot.html'), 'Googlebot 2.1'),
  bot(rendering('Googlebot/2.1; +http://www.google.com/bot.html'), 'Googlebot 2.1'),
  bot('Googlebot-Image/1.0', 'Googlebot-Image 1.0'),
  bot('Googlebot-Video/1.0', 'Googlebot-Video 1.0'),
  bot('Googlebot-News', 'Googlebot-News'),
  bot('Mediapartners-Google', 'Mediapartners-Google'),
  bot('AdsBot-Google (+http://www.google.com/adsbot.html)', 'AdsBot-Google'),
  bot(posing('AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html'), 'AdsBot-Google-Mobile'),
  bot('APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)', 'APIs-Google'),
  bot('FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)', 'FeedFetcher-Google'),
  bot(compatible('Google-InspectionTool/1.0;'), 'Google-InspectionTool 1.0'),
  bot('GoogleOther', 'GoogleOther'),
  bot(compatible('Storebot-Google/1.0'), 'Storebot-Google 1.0'),
  bot(compatible('bingbot/2.0; +http://www.bing.com/bingbot.htm'), 'bingbot 2.0'),
  bot(rendering('bingbot/2.0; +http://www.bing.com/bingbot.htm'), 'bingbot 2.0'),
  bot('Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b', 'BingPreview 1.0b'),
  bot(compatible('adidxbot/2.0; +http://www.bing.com/bingbot.htm'), 'adidxbot 2.0'),
  bot('DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', 'DuckDuckBot 1.1'),
  bot(compatible('DuckDuckGo-Favicons-Bot/1.0; +http://duckduckgo.com'), 'DuckDuckGo-Favicons-Bot 1.0'),
  bot(compatible('YandexBot/3.0; +http://yandex.com/bots'), 'YandexBot 3.0'),
  bot(compatible('YandexImages/3.0; +http://yandex.com/bots'), 'YandexImages 3.0'),
  bot(compatible('Baiduspider/2.0; +http://www.baidu.com/search/spider.html'), 'Baiduspider 2.0'),
  bot(compatible('Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp'), 'Yahoo! Slurp'),
  bot('Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)', 'Sogou web spider 4.0'),
  bot(compatible('SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/'), 'SeznamBot 4.0'),
  bot(compatible('PetalBot;+https://webmaster.petalsearch.com/site/petalbot'), 'PetalBot'),
  bot(
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'Applebot 0.1',
  ),
  bot(compatible('Qwantify/2.4w; +https://www.qwant.com/'), 'Qwantify 2.4w'),
  bot(compatible('Yeti/1.1; +https://naver.me/spd'), 'Yeti 1.1'),
  bot('CCBot/2.0 (https://commoncrawl.org/faq/)', 'CCBot 2.0'),
  bot(compatible('archive.org_bot +http://archive.org/details/archive.org_bot'), 'archive.org_bot'),
  bot('ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)', 'ia_archiver'),
];

/** Companies that train or feed language models. */
export const modelBots: readonly Agent[] = [
  bot(
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'GPTBot 1.2',
  ),
  bot(
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    'ChatGPT-User 1.0',
  ),
  bot(
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot',
    'OAI-SearchBot 1.0',
  ),
  bot(
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    'ClaudeBot 1.0',
  ),
  bot(
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
    'Claude-User 1.0',
  ),
  bot('anthropic-ai', 'anthropic-ai'),
  bot(
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'PerplexityBot 1.0',
  ),
  bot(
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
    'Perplexity-User 1.0',
  ),
  bot(compatible('Bytespider; spider-feedback@bytedance.com'), 'Bytespider'),
  bot(
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
    'Amazonbot 0.1',
  ),
  bot(
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    'meta-externalagent 1.1',
  ),
  bot('cohere-ai', 'cohere-ai'),
  bot(compatible('Diffbot/0.1; +http://www.diffbot.com'), 'Diffbot 0.1'),
  bot('Mozilla/5.0 (compatible; YouBot/1.0; +https://about.you.com/youbot/)', 'YouBot 1.0'),
  bot('MistralAI-User/1.0', 'MistralAI-User 1.0'),
];

/** Previews of links, search optimization, monitoring. */
export const otherBots: readonly Agent[] = [
  bot('facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit 1.1'),
  bot('Twitterbot/1.0', 'Twitterbot 1.0'),
  bot('LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 'LinkedInBot 1.0'),
  bot('Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'Slackbot-LinkExpanding 1.0'),
  bot('Slackbot 1.0 (+https://api.slack.com/robots)', 'Slackbot 1.0'),
  bot(compatible('Discordbot/2.0; +https://discordapp.com'), 'Discordbot 2.0'),
  bot('TelegramBot (like TwitterBot)', 'TelegramBot'),
  bot('WhatsApp/2.23.20.0 A', 'WhatsApp 2.23.20.0'),
  bot('Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5', 'SkypeUriPreview'),
  bot(compatible('Pinterestbot/1.0; +http://www.pinterest.com/bot.html'), 'Pinterestbot 1.0'),
  bot(compatible('redditbot/1.0; +http://www.reddit.com/feedback'), 'redditbot 1.0'),
  bot(compatible('AhrefsBot/7.0; +http://ahrefs.com/robot/'), 'AhrefsBot 7.0'),
  bot(compatible('SemrushBot/7~bl; +http://www.semrush.com/bot.html'), 'SemrushBot 7'),
  bot(compatible('MJ12bot/v1.4.8; http://mj12bot.com/'), 'MJ12bot 1.4.8'),
  bot(compatible('DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com'), 'DotBot 1.2'),
  bot(compatible('DataForSeoBot/1.0; +https://dataforseo.com/dataforseo-bot'), 'DataForSeoBot 1.0'),
  bot(compatible('BLEXBot/1.0; +http://webmeup-crawler.com/'), 'BLEXBot 1.0'),
  bot('Screaming Frog SEO Spider/19.4', 'Screaming Frog SEO Spider 19.4'),
  bot(chromium(MAC, 'Chrome/119.0.0.0 Safari/537.36 Chrome-Lighthouse'), 'Chrome-Lighthouse'),
  bot('Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'UptimeRobot 2.0'),
  bot('Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)', 'Pingdom.com_bot 1.4'),
  bot(chromium(LINUX, 'Chrome/120.0.0.0 Safari/537.36 DatadogSynthetics'), 'DatadogSynthetics'),
  bot(compatible('StatusCake'), 'StatusCake'),
  bot('Site24x7', 'Site24x7'),
  bot(
    'Better Uptime Bot Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.105 Safari/537.36',
    'Better Uptime Bot',
  ),
  bot('Embedly/0.2', 'Embedly 0.2'),
  bot('Iframely/1.3.1 (+https://iframely.com/docs/about)', 'Iframely 1.3.1'),
  bot('W3C_Validator/1.3', 'W3C_Validator 1.3'),
  bot(compatible('SomeNewCrawler/3.1; +https://new.example/crawler'), 'SomeNewCrawler 3.1'),
  bot('acme-spider/2.0 (+https://acme.example)', 'acme-spider 2.0'),
  bot(
    chromium(
      PIXEL,
      'Chrome/120.0 Mobile Safari/537.36 Bravebot/1.0; +https://search.brave.com/help/brave-search-crawler',
    ),
    'Bravebot 1.0',
  ),
];
