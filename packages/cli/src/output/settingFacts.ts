import { isObject } from '@sluice/contract';

/** Text for "no limit" in tables and settings. */
export const NO_LIMIT = 'none';

/** Returns settings as pairs of dotted name and value, as written on the command line. */
export function settingFacts(settings: object, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    return isObject(value)
      ? settingFacts(value, `${prefix}${name}.`)
      : [[prefix + name, value === null ? NO_LIMIT : JSON.stringify(value)] as const];
  });
}
