import { parseUserAgent } from './parseUserAgent.js';

/** Returns the browser, the system and the type of device that a user agent names; empty for what it does not name. */
export function readAgent(userAgent: string): {
  readonly browser: string;
  readonly os: string;
  readonly device: string;
} {
  const parsed = new Map(parseUserAgent(userAgent));
  return {
    browser: parsed.get('browser.name') ?? '',
    os: parsed.get('os.name') ?? '',
    device: parsed.get('device.type') ?? '',
  };
}
