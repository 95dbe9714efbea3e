import { createLru } from '@sluice/runtime';
import { UAParser } from 'ua-parser-js';
import { agentExtensions, PLAIN_NAMES } from './agentExtensions.js';
import { findBot } from './findBot.js';
import { findHttpClient } from './findHttpClient.js';

/** Contexts of a user agent: `browser.name`, `os.version`, `device.model` and so on; unrecognized ones are absent. */
export type ParsedUserAgent = readonly (readonly [key: string, value: string])[];

/** Beyond it the string is cut: parsing time grows with length, and no browser sends more. */
const MAX_LENGTH = 512;

/** A few strings make up most traffic; an entry takes about 1 KB. */
const MAX_CACHED = 2_000;

/** Placeholder of Chrome instead of a model. */
const NO_MODEL = 'K';

/** Prefix of nearly all user agents; not a browser. */
const NO_BROWSER = 'Mozilla';

const cache = createLru<ParsedUserAgent>(MAX_CACHED);

/**
 * Parses a user agent into `browser.name/version`, `os.name/version`, `device.type/vendor/model` (protocol 2.2), with
 * names that people use: a page inside an application has the name of the application; a bot has its own name and
 * the device type `bot`, without the system and device that it imitates; a desktop computer has no type.
 */
export function parseUserAgent(userAgent: string): ParsedUserAgent {
  const text = userAgent.slice(0, MAX_LENGTH);
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const parsed = parse(text);
  cache.set(text, parsed);
  return parsed;
}

function parse(userAgent: string): ParsedUserAgent {
  const tool = findHttpClient(userAgent);
  if (tool !== undefined) return present({ browser: tool, os: parser(userAgent).getOS(), device: {} });
  const bot = findBot(userAgent);
  if (bot !== undefined) return present({ browser: bot, os: {}, device: { type: 'bot' } });
  return present(parser(userAgent).getResult());
}

/** One for all strings: making one joins the lists of patterns. */
const shared = new UAParser('', agentExtensions);

const parser = (userAgent: string): UAParser => shared.setUA(userAgent);

type Text = string | undefined;

interface Found {
  readonly browser: { readonly name?: Text; readonly version?: Text };
  readonly os: { readonly name?: Text; readonly version?: Text };
  readonly device: { readonly type?: Text; readonly vendor?: Text; readonly model?: Text };
}

function present({ browser, os, device }: Found): ParsedUserAgent {
  const isBrowser = browser.name !== NO_BROWSER;
  const found: readonly (readonly [string, Text])[] = [
    ['browser.name', isBrowser ? browser.name : undefined],
    ['browser.version', isBrowser ? browser.version : undefined],
    ['os.name', os.name],
    ['os.version', os.version],
    ['device.type', device.type],
    ['device.vendor', device.vendor],
    ['device.model', device.model === NO_MODEL ? undefined : device.model],
  ];
  return found
    .map(([key, value = '']): readonly [string, string] => [
      key,
      (key.endsWith('.name') ? PLAIN_NAMES.get(value) : undefined) ?? value.trim(),
    ])
    .filter(([, value]) => value !== '');
}
