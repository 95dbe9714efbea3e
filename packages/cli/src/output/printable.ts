/**
 * Characters that control a terminal or hide text: C0 and C1 controls, bidirectional controls, line and paragraph
 * separators, zero-width and invisible format characters, blank letters (Hangul fillers), tag characters, unpaired
 * surrogates. Joiners (U+200C, U+200D) and variation selectors stay: emoji and several scripts need them.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- the expression matches control characters on purpose
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Returns the text with `·` in place of every character that could control the terminal. */
export const printable = (text: string): string => text.replace(UNSAFE, '\u00b7');

/**
 * Returns the value as JSON on one line. Characters that {@link printable} replaces are escaped, so that the output is safe
 * for terminals and parses to the same value.
 */
export const printableJson = (value: unknown): string => JSON.stringify(value).replace(UNSAFE, escaped);

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
