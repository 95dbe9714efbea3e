const MOST_KEYS = 10;
const LONGEST_VALUE = 200;

type Target = Partial<Record<'src' | 'href' | 'nodeName', unknown>>;

/** What is in an object that is no error, shortly: `code: 42, detail: sold out`; an event by its type and its target. */
export function whatIsIn(object: { type?: unknown; target?: Target | null }): string {
  const { type, target } = object;
  if (target) return `${String(type)} of ${String(target.src ?? target.href ?? target.nodeName)}`;
  return Object.entries(object)
    .slice(0, MOST_KEYS)
    .map(([key, value]) => `${key}: ${value instanceof Object ? '…' : String(value).slice(0, LONGEST_VALUE)}`)
    .join(', ');
}
