const MOST_KEYS = 10;
const LONGEST_VALUE = 200;

type Target = Partial<Record<'src' | 'href' | 'nodeName', unknown>>;

/** What is in an object that is no error, shortly: `code: 42, detail: sold out`; an event by its type and its target. */
export function whatIsIn(object: { type?: unknown; target?: Target | null }): string {
  const { type, target } = object;
  if (target) return `${String(type)} of ${withoutQuery([target.src, target.href, target.nodeName].find(isText))}`;
  return Object.entries(object)
    .slice(0, MOST_KEYS)
    .map(([key, value]) => `${key}: ${isPrimitive(value) ? String(value).slice(0, LONGEST_VALUE) : '…'}`)
    .join(', ');
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether it can be put in words without any code of the program's. */
const isPrimitive = (value: unknown): boolean => Object(value) !== value;

/** What follows the path of an address may be a secret. */
const withoutQuery = (address: string | undefined): string => String(address).replace(/[?#].*/s, '');
