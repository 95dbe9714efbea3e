/**
 * Headers of an answer that is no page, wherever it is opened: nothing in it runs or loads anything, no page frames it, no
 * browser guesses another type, and nobody is told where it was read.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
