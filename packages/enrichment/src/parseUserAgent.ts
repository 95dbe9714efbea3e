import { createLru } from '@sluice/runtime';
import { UAParser } from 'ua-parser-js';
import { agentExtensions, PLAIN_NAMES } from './agentExtensions.js';
import { findBot } from './findBot.js';
import { findHttpClient } from './findHttpClient.js';

/** A user agent as contexts: `browser.name`, `os.version`, `device.model` …; what is not recognized is absent. */
export type ParsedUserAgent = readonly (readonly [key: string, value: string])[];

/** Beyond it the string is cut: parsing time grows with length, and no browser sends more. */
const MAX_LENGTH = 512;

/** A few strings make up most traffic; an entry takes about 1 KB. */
const MAX_CACHED = 2_000;

/** What Chrome sends instead of a model since it reduced its string: no device is called that. */
const NO_MODEL = 'K';

/** What opens nearly every browser's string is no browser. */
const NO_BROWSER = 'Mozilla';

const cache = createLru<ParsedUserAgent>(MAX_CACHED);

/**
 * Parses a user agent into `browser.name/version`, `os.name/version`, `device.type/vendor/model` (protocol 2.2), as a person
 * would say it: a page within an application has the application's name; a bot that names itself has its name and the
 * device type `bot`, and neither the system nor the device it poses as; a desktop computer has no type.
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
