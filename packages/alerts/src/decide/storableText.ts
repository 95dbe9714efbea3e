/** Returns text without what PostgreSQL refuses: NUL is left out, and an unpaired surrogate becomes U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** Returns a value as JSON whose texts are {@link storableText}. */
export const storableJson = (value: object): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'string' ? storableText(item) : item));
