import type { Json } from '@sluice/contract';
import type { SettingsPatch } from '@sluice/db';
import { usageError } from '../cliError.js';
import type { SettingKind, SettingNames } from './settingNames.js';

/**
 * Parses `<setting>=<json>` words into a patch by dotted name. Besides JSON it accepts `on`, `off`, `yes`, `no` for booleans,
 * `none` for no limit, and `a,b`, one word or nothing for lists. A group may be set as a whole: `filters={"crawlers":false}`.
 * Names may be in snake_case: `events_per_hour`.
 * @throws CliError that names the setting
 */
export function settingAssignments(words: readonly string[], names: SettingNames): SettingsPatch {
  const patch: Record<string, Json> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1) throw usageError(`"${word}" is not of the form <setting>=<value>`);
    const name = camelCased(word.slice(0, at));
    const text = word.slice(at + 1);
    const entries = isGroup(name, names) ? groupEntries(name, text) : [[name, text] as const];
    for (const [given, value] of entries) {
      const setting = camelCased(given);
      if (Object.hasOwn(patch, setting)) throw usageError(`${setting} is set twice`);
      patch[setting] = readSetting(setting, value, names);
    }
  }
  return patch;
}

/** Converts names like the API: `sample_rates.span` is `sampleRates.span`. */
const camelCased = (name: string): string =>
  name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());

const isGroup = (name: string, names: SettingNames): boolean =>
  !names.has(name) && [...names.keys()].some((known) => known.startsWith(`${name}.`));

function groupEntries(name: string, text: string): readonly (readonly [string, string])[] {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(`${name} is a group: give a JSON object or set ${name}.<name>=…`);
  }
  return Object.entries(value).map(([key, entry]) => [`${name}.${key}`, JSON.stringify(entry)] as const);
}

function readSetting(name: string, text: string, names: SettingNames): Json {
  const kind = names.get(name);
  if (kind === undefined) throw usageError(`unknown setting ${name}; settings: ${[...names.keys()].join(', ')}`);
  const value = fitting(parseJson(text), kind) ?? bareWord(text.trim(), kind);
  if (value === undefined) throw usageError(`${name}=${text}: ${EXPECTED[kind]}`);
  return value.json;
}

const EXPECTED: Readonly<Record<SettingKind, string>> = {
  switch: 'must be true or false',
  word: 'must be a word',
  number: 'must be a number',
  'number or null': 'must be a number, or null for no limit',
  list: 'must be a JSON array of strings, or comma-separated',
};

/** A parsed value; boxed, because `null` is a valid value. */
interface Understood {
  readonly json: Json;
}

function fitting(json: Json | undefined, kind: SettingKind): Understood | undefined {
  if (json === undefined) return undefined;
  const fits: Readonly<Record<SettingKind, boolean>> = {
    switch: typeof json === 'boolean',
    word: typeof json === 'string',
    number: typeof json === 'number',
    'number or null': typeof json === 'number' || json === null,
    list: Array.isArray(json) && json.every((entry) => typeof entry === 'string'),
  };
  return fits[kind] ? { json } : undefined;
}

const WORDS: Readonly<Partial<Record<SettingKind, ReadonlyMap<string, Json>>>> = {
  switch: new Map([
    ['on', true],
    ['yes', true],
    ['off', false],
    ['no', false],
  ]),
  'number or null': new Map([['none', null]]),
};

function bareWord(text: string, kind: SettingKind): Understood | undefined {
  if (kind === 'word') return /^[a-z]+$/i.test(text) ? { json: text } : undefined;
  if (kind !== 'list') {
    const json = WORDS[kind]?.get(text.toLowerCase());
    return json === undefined ? undefined : { json };
  }
  // Text that begins like JSON but is invalid is a mistake, not a pattern.
  if (/^[[{"]/.test(text)) return undefined;
  const entries = text.split(',').map((entry) => entry.trim());
  return { json: entries.filter((entry) => entry !== '') };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
