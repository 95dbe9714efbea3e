import { isObject, NULL_IS_NO_LIMIT, type Json } from '@sluice/contract';
import { TenancyError } from '../tenancyError.js';
import type { SettingRule } from './settingRules.js';

/**
 * Settings as given by a user: by full name (`{ "filters.ips": ["::1"] }`) or in groups (`{ "filters": { "ips":
 * ["::1"] } }`). `null` restores the default, except for settings of `NULL_IS_NO_LIMIT`.
 */
export type SettingsPatch = Readonly<Record<string, Json>>;

/** Stored settings: in groups, and only those that were set. */
export type StoredSettings = Readonly<Record<string, Json>>;

/**
 * Returns the stored settings with a patch applied.
 * @throws TenancyError `invalid`: one line with every invalid setting and its rule, and the first unknown names with the known
 */
export function patchSettings(
  stored: StoredSettings,
  patch: SettingsPatch,
  rules: Readonly<Record<string, SettingRule>>,
): StoredSettings {
  const values = flatten(patch);
  const before = flatten(stored);
  const unknown = [...values.keys()].filter((name) => !Object.hasOwn(rules, name));
  const wrong = [...values].flatMap(
    ([name, value]) =>
      problemOf(name, { value, before: before.get(name) }, Object.hasOwn(rules, name) ? rules[name] : undefined) ?? [],
  );
  const problems = unknown.length === 0 ? wrong : [...wrong, noSuchSetting(unknown, rules)];
  if (problems.length > 0) throw new TenancyError('invalid', problems.join('; '));
  return group(new Map([...before, ...values]));
}

/** Returns the defaults overridden by the stored settings. */
export function resolveSettings<T extends object>(defaults: T, stored: object): T {
  const merged = new Map([...flatten(defaults as StoredSettings), ...flatten(stored as StoredSettings)]);
  return group(merged, true) as T;
}

function problemOf(
  name: string,
  { value, before }: { readonly value: Json; readonly before: Json | undefined },
  rule: SettingRule | undefined,
): string | undefined {
  if (rule === undefined || value === null) return undefined;
  if (rule.accepts(value)) {
    const problem = JSON.stringify(value) === JSON.stringify(before) ? undefined : rule.problem?.(value);
    return problem === undefined ? undefined : `${name}${problem}`;
  }
  return `${name} must be ${rule.expectation}, not ${excerpt(value)}`;
}

/** Names come from a client: the message repeats few and cuts them, so that it is never longer than the request. */
const MAX_NAMES = 3;
const LONGEST_NAME = 60;

function noSuchSetting(unknown: readonly string[], rules: Readonly<Record<string, SettingRule>>): string {
  const named = unknown.slice(0, MAX_NAMES).map((name) => name.slice(0, LONGEST_NAME));
  return `unknown setting ${named.join(', ')}; known settings: ${Object.keys(rules).join(', ')}`;
}

function excerpt(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

/** Returns values by full name. A group within a group is a value, which no rule accepts. */
function flatten(settings: StoredSettings): ReadonlyMap<string, Json> {
  const flat = new Map<string, Json>();
  for (const [name, value] of Object.entries(settings)) {
    if (!isObject(value)) flat.set(name, value);
    else for (const [part, inner] of Object.entries(value)) flat.set(`${name}.${part}`, inner);
  }
  return flat;
}

function group(flat: ReadonlyMap<string, Json>, keepNulls = false): StoredSettings {
  const settings: Record<string, Json> = {};
  const groups: Record<string, Record<string, Json>> = {};
  for (const [name, value] of flat) {
    if (value === null && !keepNulls && !NULL_IS_NO_LIMIT.has(name)) continue;
    const [head = name, part] = name.split('.');
    if (part === undefined) settings[head] = value;
    else (groups[head] ??= {})[part] = value;
  }
  return { ...settings, ...groups };
}
