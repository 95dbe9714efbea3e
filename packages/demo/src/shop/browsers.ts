/** Engine that determines stack format and error messages. */
export type Engine = 'v8' | 'gecko' | 'jsc';

/** A browser of visitors. */
export interface Browser {
  readonly engine: Engine;
  readonly agent: string;
  /** Size of the window. */
  readonly width: number;
  readonly height: number;
}

const browser = (
  engine: Engine,
  [width, height]: readonly [number, number],
  system: string,
  rest: string,
): Browser => ({
  engine,
  agent: `Mozilla/5.0 (${system}) ${rest}`,
  width,
  height,
});

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** Browsers with the share of visitors that use them, in percent. */
export const BROWSERS: readonly (readonly [weight: number, browser: Browser])[] = [
  [30, browser('v8', [1440, 820], 'Windows NT 10.0; Win64; x64', `${WEBKIT}/142.0.0.0 Safari/537.36`)],
  [9, browser('v8', [1536, 760], 'Windows NT 10.0; Win64; x64', `${WEBKIT}/142.0.0.0 Safari/537.36 Edg/142.0.0.0`)],
  [7, browser('v8', [1512, 860], 'Macintosh; Intel Mac OS X 10_15_7', `${WEBKIT}/141.0.0.0 Safari/537.36`)],
  [9, browser('jsc', [1440, 790], 'Macintosh; Intel Mac OS X 10_15_7', `${APPLE} Version/26.1 Safari/605.1.15`)],
  [6, browser('gecko', [1366, 700], 'Windows NT 10.0; Win64; x64; rv:145.0', 'Gecko/20100101 Firefox/145.0')],
  [4, browser('gecko', [1920, 940], 'X11; Linux x86_64; rv:144.0', 'Gecko/20100101 Firefox/144.0')],
  [
    19,
    browser(
      'jsc',
      [390, 760],
      'iPhone; CPU iPhone OS 18_6 like Mac OS X',
      `${APPLE} Version/26.1 Mobile/15E148 Safari/604.1`,
    ),
  ],
  [11, browser('v8', [412, 820], 'Linux; Android 15; Pixel 9', `${WEBKIT}/142.0.0.0 Mobile Safari/537.36`)],
  [5, browser('v8', [384, 780], 'Linux; Android 14; SM-S921B', `${WEBKIT}/140.0.0.0 Mobile Safari/537.36`)],
];

/** Crawlers that read the shop; the filter `crawlers` drops their events unless it is switched off. */
export const CRAWLERS: readonly string[] = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
];
