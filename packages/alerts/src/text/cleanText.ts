/** Characters that change how a line is read without being seen: all format characters but the two joiners that scripts and emoji need. */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}/gu;
const SPACES = /[\s\p{Cc}\u2028\u2029]+/gu;
/** More marks on one letter than a script needs: they paint over other lines. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Returns untrusted text as one line of at most `most` UTF-16 units: without control characters, characters that reverse or hide
 * text, unpaired surrogates and stacks of marks.
 */
export function cleanText(text: string, most: number): string {
  // Bounds the work for long texts. What the following steps remove from the rest is not shown either.
  const start = text.slice(0, most * 4);
  const line = start
    .replace(SPACES, ' ')
    .replace(INVISIBLE, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(STACKED_MARKS, '$1')
    .trim();
  return cutText(line, most);
}

/** Returns the first `most` UTF-16 units of a text, with `…` if something is missing. It splits no code point. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${wholeCodePoints(text.slice(0, Math.max(0, most - 1))).trimEnd()}…`.slice(0, most);
}

/** Returns the start of a text that has at most `most` bytes of UTF-8, with `…` if something is missing. */
export function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const start = Buffer.from(text).subarray(0, most - 3);
  // A code point that was split decodes to U+FFFD at the end.
  return `${start.toString('utf8').replace(/\uFFFD+$/, '')}…`;
}

/** Returns `escape(text)` with at most `most` UTF-16 units. The text is cut before it is escaped, so no escape is split. */
export function escapeWithin(text: string, most: number, escape: (text: string) => string): string {
  let length = text.length;
  let escaped = escape(text);
  while (escaped.length > most && length > 0) {
    length = Math.min(length - 1, Math.floor((length * most) / escaped.length));
    escaped = escape(cutText(text, length));
  }
  return escaped;
}

const wholeCodePoints = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
