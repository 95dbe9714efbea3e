import { isStorable } from '@sluice/management';

/** Whether a text can name something: 1 to `max` characters, not blank, no control characters, and storable. */
export const isName = (text: string, max: number): boolean =>
  text.trim() !== '' && text.length <= max && isStorable(text) && !/\p{Cc}/u.test(text);
