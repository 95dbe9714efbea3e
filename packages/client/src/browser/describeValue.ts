const MOST_CHARACTERS = 1_000;
const MOST_ENTRIES = 20;

/**
 * A value in words, at once and of bounded length, however large it is: objects are looked into two levels deep, twenty
 * entries of each.
 */
export function describeValue(value: unknown, depth = 2): string {
  if (typeof value === 'string') return value.slice(0, MOST_CHARACTERS);
  if (typeof value !== 'object' || value === null) return String(value).slice(0, MOST_CHARACTERS);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (depth === 0) return Array.isArray(value) ? '[…]' : '{…}';
  const inner = (one: unknown): string => describeValue(one, depth - 1);
  if (Array.isArray(value)) return `[${value.slice(0, MOST_ENTRIES).map(inner).join(', ')}]`;
  const entries: string[] = [];
  for (const key in value) {
    if (entries.push(`${key}: ${inner((value as Record<string, unknown>)[key])}`) >= MOST_ENTRIES) break;
  }
  return `{${entries.join(', ')}}`;
}
