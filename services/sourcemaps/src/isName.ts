import { hasAtMostCharacters } from '@sluice/contract';
import { isStorable } from '@sluice/management';

/**
 * Whether a text is a valid name: 1 to `max` characters (an emoji counts as one), not blank, without control
 * characters, and storable.
 */
export const isName = (text: string, max: number): boolean =>
  text.trim() !== '' && hasAtMostCharacters(text, max) && isStorable(text) && !/\p{Cc}/u.test(text);
