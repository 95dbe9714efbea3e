/** Returns text without what PostgreSQL refuses: NUL is left out, and an unpaired surrogate becomes U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
