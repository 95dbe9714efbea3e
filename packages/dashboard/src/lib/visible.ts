/**
 * Characters that hide text or change its direction: C0 and C1 controls except tab and line break, directional controls, zero-width
 * and other invisible format characters, blank letters, tag characters. As the command line's `printable`: joiners and variation
 * selectors stay, because emoji and several scripts need them.
 */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- the expression matches control characters on purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const isInvisible = new RegExp(INVISIBLE.source, 'u');

const named = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Returns the text with `[U+202E]` in place of each character that hides text or changes its direction. */
export const visible = (text: string): string => (isInvisible.test(text) ? text.replace(INVISIBLE, named) : text);
