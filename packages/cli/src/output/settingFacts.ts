/** Where there is no limit: in tables, and as the value of a setting. */
export const NO_LIMIT = 'none';

/** Settings as name and value pairs, dotted names, values as one would write them on the command line. */
export function settingFacts(settings: object, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup
      ? settingFacts(value, `${prefix}${name}.`)
      : [[prefix + name, value === null ? NO_LIMIT : JSON.stringify(value)] as const];
  });
}
