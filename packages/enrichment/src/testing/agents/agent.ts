/**
 * A real user agent and its expected reading: browser and version, operating system and version, device as `type
 * vendor model`. Empty if the string does not say. A desktop computer has no type.
 */
export type Agent = readonly [agent: string, browser: string, os: string, device: string, note?: string];

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

/** `Mozilla/5.0 (<system>) AppleWebKit/537.36 (KHTML, like Gecko) <products>`, as all Chromium browsers say it. */
export const chromium = (system: string, products: string): string => `Mozilla/5.0 (${system}) ${WEBKIT} ${products}`;

/** The same of Apple's WebKit, version 605.1.15. */
export const webkit = (system: string, products: string): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${products}`;

export const WINDOWS = 'Windows NT 10.0; Win64; x64';
export const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
export const LINUX = 'X11; Linux x86_64';
export const IPHONE = 'iPhone; CPU iPhone OS 17_5_1 like Mac OS X';
export const PIXEL = 'Linux; Android 14; Pixel 8 Build/UQ1A.240205.002; wv';
