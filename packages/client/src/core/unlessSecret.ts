/** Ends of names; digits may follow. Plural tokens are those of a language model. */
const SECRET =
  /(pass(w(or)?d|phrase|code)|pwd|secret|token|authorization|cookie|credentials?|(api|private|access)[-_]?key|cv[vc]|\b(pass|otp|pin))\d*$/i;

/**
 * A value; `[secret]` where the name of its field is that of a secret: `password2`, `X-Api-Key`, `db.clientSecret`, but not
 * `tokens`, `passenger`. What is empty, `true` or `false` stays.
 */
export const unlessSecret = (name: string, value: unknown): unknown =>
  value && value !== true && SECRET.test(name) ? '[secret]' : value;
