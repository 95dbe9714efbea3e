/**
 * Characters that hide text or change its direction: C0 and C1 controls except tab and line break, directional controls, zero-width
 * and other invisible format characters, blank letters, tag characters. Variation selectors stay, because emoji and several scripts
 * need them.
 */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex -- the expression matches control characters on purpose
  /[\u034f\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Joiners between letters or digits of scripts that join none: there they only hide that two texts differ. */
const JOINER =
  /(?=[\u200c\u200d])(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}][\u0300-\u036f]{0,4})[\u200c\u200d]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}])/u;

/** The tags of a flag, such as England's, with the one that ends them. */
const FLAG = /(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/u;

/** A line break as Windows writes it: the text has the one that follows. */
const RETURN = /\r(?=\n)/u;

const TREATED = new RegExp([FLAG, RETURN, JOINER, INVISIBLE].map(({ source }) => `(${source})`).join('|'), 'gu');

/** Few texts have any of them. */
const mayHave = new RegExp(`${INVISIBLE.source}|[\\u200c\\u200d]`, 'u');

const named = (text: string): string =>
  text.replace(
    /./gsu,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );

/** Returns the text with `[U+202E]` in place of each character that hides text or changes its direction. */
export const visible = (text: string): string =>
  mayHave.test(text)
    ? text.replace(TREATED, (found: string, flag: string | undefined, lineReturn: string | undefined) =>
        lineReturn === undefined ? (flag ?? named(found)) : '',
      )
    : text;
