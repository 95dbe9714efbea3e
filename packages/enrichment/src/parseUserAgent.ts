import { UAParser } from 'ua-parser-js';
import { createLru } from './lru.js';

/** A user agent as contexts: `browser.name`, `os.version`, `device.model` …; what is not recognized is absent. */
export type ParsedUserAgent = readonly (readonly [key: string, value: string])[];

/** Beyond it the string is cut: parsing time grows with length, and no browser sends more. */
const MAX_LENGTH = 512;

/** A handful of strings make up most traffic; about 1 KB an entry. */
const REMEMBERED = 2_000;

/** What Chrome sends instead of a model since it reduced its string: no device is called that. */
const NO_MODEL = 'K';

const memory = createLru<ParsedUserAgent>(REMEMBERED);

/** Parses a user agent into `browser.name/version`, `os.name/version`, `device.type/vendor/model` (spec 2.2). */
export const parseUserAgent = (userAgent: string): ParsedUserAgent => memory.get(userAgent.slice(0, MAX_LENGTH), parse);

function parse(userAgent: string): ParsedUserAgent {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  const found: readonly (readonly [string, string | undefined])[] = [
    ['browser.name', browser.name],
    ['browser.version', browser.version],
    ['os.name', os.name],
    ['os.version', os.version],
    ['device.type', device.type],
    ['device.vendor', device.vendor],
    ['device.model', device.model === NO_MODEL ? undefined : device.model],
  ];
  return found.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
}
