import { TRIM_MARK } from './limits.js';

/**
 * Whether a text has at most `max` characters, counted as people count: an emoji is one (a code point), not two UTF-16
 * units. Never looks at more of the text than that many.
 */
export const hasAtMostCharacters = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max);

/**
 * Returns `text` truncated to `max` characters, counted as {@link hasAtMostCharacters} does, with {@link TRIM_MARK}
 * at the end if it was truncated.
 */
export function cutCharacters(text: string, max: number): string {
  if (hasAtMostCharacters(text, max)) return text;
  const kept = Array.from(text.slice(0, 2 * max)).slice(0, max - 1);
  return kept.join('') + TRIM_MARK;
}
