import { DEFAULT_ORGANIZATION_SETTINGS, DEFAULT_PROJECT_SETTINGS, NULL_IS_NO_LIMIT } from '@sluice/contract';

/** Type of a setting. */
export type SettingKind = 'switch' | 'word' | 'number' | 'number or null' | 'list';

/** Settings of a level by dotted name, in the order of the documentation. */
export type SettingNames = ReadonlyMap<string, SettingKind>;

function flatten(settings: object, prefix = ''): [string, SettingKind][] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]): [string, SettingKind][] => {
    const path = prefix + name;
    if (Array.isArray(value)) return [[path, 'list']];
    if (value === null || NULL_IS_NO_LIMIT.has(path)) return [[path, 'number or null']];
    if (typeof value === 'object') return flatten(value, `${path}.`);
    if (typeof value === 'string') return [[path, 'word']];
    return [[path, typeof value === 'boolean' ? 'switch' : 'number']];
  });
}

/** Settings of `project set`. */
export const PROJECT_SETTINGS: SettingNames = new Map(flatten(DEFAULT_PROJECT_SETTINGS));

/** Settings of `org set`. */
export const ORGANIZATION_SETTINGS: SettingNames = new Map(flatten(DEFAULT_ORGANIZATION_SETTINGS));
