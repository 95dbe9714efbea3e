import type { Json } from '@sluice/contract';

/** Changed values by full name: `filters.ips`. */
export interface SettingsDiff {
  readonly before: Readonly<Record<string, Json>>;
  readonly after: Readonly<Record<string, Json>>;
}

/** Returns the settings, by full name, that differ; both sides are complete settings. */
export function settingsDiff(before: object, after: object): SettingsDiff {
  const [old, now] = [flatten(before), flatten(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)),
  );
  const pick = (from: ReadonlyMap<string, Json>): Record<string, Json> =>
    Object.fromEntries(names.map((name) => [name, from.get(name) ?? null]));
  return { before: pick(old), after: pick(now) };
}

function flatten(settings: object): ReadonlyMap<string, Json> {
  const flat = new Map<string, Json>();
  for (const [name, value] of Object.entries(settings) as [string, Json][]) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) flat.set(name, value);
    else for (const [part, inner] of Object.entries(value)) flat.set(`${name}.${part}`, inner);
  }
  return flat;
}
