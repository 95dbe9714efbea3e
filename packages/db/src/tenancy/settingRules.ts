import { isIP } from 'node:net';
import { WIRE_TYPES, MAX_GLOB_LENGTH, POOLS, STORE_IP, globListProblem, type Json } from '@sluice/contract';
import { urlOf } from '@sluice/runtime';

/** Type and range of a setting. */
export interface SettingRule {
  /** Ends the sentence "<setting> must be …". */
  readonly expectation: string;
  readonly accepts: (value: Json) => boolean;
  /** Returns why a value that `accepts` accepts is not saved, after the setting's name. A stored value keeps working. */
  readonly problem?: (value: Json) => string | undefined;
}

/** Entries of one list and characters of one entry. */
const MAX_ENTRIES = 1_000;
const LONGEST_ENTRY = 1_000;

/** Characters of an allowed domain: a host has at most 253. */
const LONGEST_DOMAIN = 300;

const LONGEST_RETENTION_DAYS = 3_650;

const flag: SettingRule = { expectation: 'true or false', accepts: (value) => typeof value === 'boolean' };

const share: SettingRule = {
  expectation: 'a number from 0 to 1',
  accepts: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};

const wholeNumber = (min: number, max: number, expectation: string): SettingRule => ({
  expectation,
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
});

const limitOf = (unit: string): SettingRule =>
  wholeNumber(0, Number.MAX_SAFE_INTEGER, `a whole number of ${unit}, or null for no limit`);

const limit = limitOf('events');

const listOf = (what: string, accepts: (entry: string) => boolean): SettingRule => ({
  expectation: `a list of ${what}`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length <= MAX_ENTRIES &&
    value.every((entry) => typeof entry === 'string' && isEntry(entry) && accepts(entry)),
});

// eslint-disable-next-line no-control-regex -- rejects control characters
const isEntry = (entry: string): boolean => entry.length <= LONGEST_ENTRY && !/^\s*$|[\0-\x1f]/.test(entry);

const globs: SettingRule = {
  ...listOf(
    `patterns such as ["dev-*"], in which * matches any text, of at most ${MAX_GLOB_LENGTH} characters each`,
    (entry) => entry.length <= MAX_GLOB_LENGTH,
  ),
  problem: (value) => globListProblem(value as readonly string[]),
};
const domains = listOf(
  `domains and origins of apps of at most ${LONGEST_DOMAIN} characters each, such as ["example.com", "*.example.com:8443", "app://shop", "capacitor://localhost", "file://", "null"]`,
  (entry) => entry.length <= LONGEST_DOMAIN && (isDomain(entry) || isAppOrigin(entry)),
);
const addresses = listOf('IP addresses and CIDR blocks, such as ["203.0.113.7", "2001:db8::/32"]', isAddressBlock);

function oneOf(words: readonly string[]): SettingRule {
  return {
    expectation: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
    accepts: (value) => typeof value === 'string' && words.includes(value),
  };
}

/** Settings of a project (protocol 2.9) by their full names. */
export const PROJECT_RULES: Readonly<Record<string, SettingRule>> = {
  ingestion: flag,
  allowedDomains: domains,
  allowNoOrigin: flag,
  'filters.ips': addresses,
  'filters.environments': globs,
  'filters.releases': globs,
  'filters.messages': globs,
  'filters.crawlers': flag,
  'filters.browserExtensions': flag,
  'filters.localhost': flag,
  'filters.legacyBrowsers': flag,
  ...Object.fromEntries(WIRE_TYPES.map((type) => [`sampleRates.${type}`, share])),
  spikeProtection: flag,
  eventsPerHour: limit,
  bytesPerHour: limitOf('bytes'),
  scrub: flag,
  storeIp: oneOf(STORE_IP),
  refusedSamples: flag,
};

/** Settings of an organization by their full names. */
export const ORGANIZATION_RULES: Readonly<Record<string, SettingRule>> = {
  sourceMaps: flag,
  ...Object.fromEntries(POOLS.map((pool) => [`monthly.${pool}`, limit])),
  retentionDays: wholeNumber(1, LONGEST_RETENTION_DAYS, `a whole number of days from 1 to ${LONGEST_RETENTION_DAYS}`),
};

const WEB_SCHEME = /^(?:https?|wss?):\/\//i;

/** Accepts `*`, `null`, a host, or `*.` and a host, each with or without a port. A scheme of the web is ignored. */
function isDomain(entry: string): boolean {
  const domain = entry.trim().replace(WEB_SCHEME, '');
  if (domain === '*') return true;
  const host = domain.replace(/^\*\./, '');
  if (/[\s*/?#@\\]/.test(host) || host.startsWith('.') || host.startsWith(':')) return false;
  return urlOf(`http://${host}/`) !== undefined;
}

/** Accepts another scheme with a host as in {@link isDomain}, with `*`, or alone (`file://`). */
function isAppOrigin(entry: string): boolean {
  const [, scheme = '', authority = '*.'] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/i.exec(entry.trim()) ?? [];
  if (WEB_SCHEME.test(scheme)) return false;
  if (authority === '*' || authority === '') return true;
  const host = authority.replace(/^\*\./, '');
  return host !== '' && !/[\s*/?#@\\]|^\../.test(host) && urlOf(`${scheme}${host}`) !== undefined;
}

function isAddressBlock(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.trim().split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
