import { hasAtMostCharacters } from '@sluice/contract';
import { isStorable } from '@sluice/management';

/** Whether a text can name something: 1 to `max` characters, counted as people count (an emoji is one), not blank, no control characters, and storable. */
export const isName = (text: string, max: number): boolean =>
  text.trim() !== '' && hasAtMostCharacters(text, max) && isStorable(text) && !/\p{Cc}/u.test(text);
