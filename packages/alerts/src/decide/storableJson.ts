import { storableText } from '@sluice/contract';

/** Returns a value as JSON whose texts are {@link storableText}. */
export const storableJson = (value: object): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'string' ? storableText(item) : item));
