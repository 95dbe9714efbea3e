import type { ResponseOf } from '../../api/callApi';

/** All settings of a project. */
export type Settings = ResponseOf<'GET /api/0/projects/{org}/{project}/settings'>;

/** A value of a setting. */
export type SettingValue = string | number | boolean | readonly string[] | null;

/** Values by full name, such as `filters.ips`. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** A setting that differs from what is saved. */
export interface SettingChange {
  readonly name: string;
  readonly from: SettingValue;
  readonly to: SettingValue;
}

/** Returns the value of a setting by its full name. */
export function readSetting(settings: Settings, name: string): SettingValue {
  const [head = '', part] = name.split('.');
  const value = (settings as unknown as Record<string, unknown>)[head];
  return (part === undefined ? value : (value as Record<string, unknown> | undefined)?.[part]) as SettingValue;
}

/** Whether two values of a setting are the same. */
export const isSameValue = (a: SettingValue, b: SettingValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns which drafted values differ from the saved ones. */
export const changesOf = (settings: Settings, draft: SettingValues): readonly SettingChange[] =>
  Object.entries(draft)
    .map(([name, to]) => ({ name, from: readSetting(settings, name), to }))
    .filter(({ from, to }) => !isSameValue(from, to));

const LONGEST = 60;

/** Returns a value in words: `on`, `3 entries`, `none`. */
export function valueText(value: SettingValue): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value === 'string') return value;
  const text = value.join(', ');
  if (value.length === 0) return 'empty';
  return text.length <= LONGEST ? text : `${value.length} entries`;
}

/** Returns the entries of a text with one on each line. */
export const entriesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
