/** Endings of secret names, optionally followed by digits. Plural `tokens` are those of language models. */
const SECRET =
  /(pass(w(or)?d|phrase|code)|pwd|secret|token|authorization|cookie|credentials?|(api|private|access)[-_]?key|cv[vc]|\b(pass|otp|pin))\d*$/i;

/**
 * Returns a value, or `[secret]` if its field name is that of a secret: `password2`, `X-Api-Key`, `db.clientSecret`, but not
 * `tokens`, `passenger`. Empty values and booleans stay.
 */
export const unlessSecret = (name: string, value: unknown): unknown =>
  value && value !== true && SECRET.test(name) ? '[secret]' : value;
