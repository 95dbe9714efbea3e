/** What differs from one occurrence of the same fault to the next; each rule is linear in the message. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi, '<url>'],
  [/\b[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}\b/g, '<email>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '<ip>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{8,64}\b/gi, '<hex>'],
  [/\d+(?:\.\d+)?/g, '<n>'],
];

/** Longer messages differ by what they quote, and rules cost time by length. */
const READ = 1_000;

/** A message without its variable parts: addresses, ids, dates, numbers. Only its first line counts. */
export function normalizeMessage(message: string): string {
  const [line = ''] = message.slice(0, READ).split('\n', 1);
  return VARIABLE.reduce((text, [pattern, name]) => text.replace(pattern, name), line).trim();
}
