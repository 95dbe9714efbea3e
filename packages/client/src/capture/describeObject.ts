const MOST_KEYS = 10;
const LONGEST_VALUE = 200;

/** What is in an object that is no error, shortly: `code: 42, detail: "sold out"`; an event by its type and its target. */
export function describeObject(object: object): string {
  const { type, target } = object as { type?: unknown; target?: Partial<Record<string, unknown>> | null };
  if (target && typeof type === 'string') {
    const { src, href, url, nodeName } = target;
    return `${type} ${shown(src ?? href ?? url ?? nodeName)}`;
  }
  return Object.keys(object)
    .slice(0, MOST_KEYS)
    .map((key) => `${key}: ${shown((object as Record<string, unknown>)[key])}`)
    .join(', ');
}

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? '…'
    : typeof value === 'string'
      ? JSON.stringify(value.slice(0, LONGEST_VALUE))
      : String(value).slice(0, LONGEST_VALUE);
