/** What no secret's name is without: a quick no for nearly every name. */
const HINT = /pass|pwd|secret|token|auth|cookie|cred|key|jwt|cv[vc]|card|ssn|session/i;

const WORDS: ReadonlySet<string> = new Set(
  (
    'password passwords passwd passphrase passcode pass pwd secret secrets token authorization cookie cookies ' +
    'credential credentials apikey jwt cvv cvc cvv2 ssn authtoken accesstoken refreshtoken idtoken csrftoken ' +
    'privatekey secretkey accesskey setcookie clientsecret sessionid'
  ).split(' '),
);

/** Two words that are a secret's name together. */
const PAIRS: ReadonlySet<string> = new Set(
  (
    'api key,private key,secret key,access key,signing key,encryption key,card number,security code,social security,' +
    'session token,session secret,session cookie'
  ).split(','),
);

/** A last word that says something of a secret, not what it is: `token_count`, `passwordChangedAt`. */
const ABOUT: ReadonlySet<string> = new Set(
  'count type length limit size at in enabled required valid policy strength name names expires expiry budget usage status id hint field'.split(
    ' ',
  ),
);

/** Longer names are cut: no name of a secret is that long, and a name is a client's. */
const LONGEST_NAME = 128;

/**
 * Whether a value under this name is a secret: `password`, `X-Api-Key`, `db.clientSecret`, `accessToken`. Names are read
 * as words, so that `tokens` (of a language model), `passenger` and `author` are none.
 */
export function isSecretName(name: string): boolean {
  if (!HINT.test(name)) return false;
  const words = wordsOf(name.slice(0, LONGEST_NAME));
  const last = words.at(-1);
  if (last === undefined || (words.length > 1 && ABOUT.has(last) && !PAIRS.has(words.slice(-2).join(' '))))
    return false;
  return words.some((word, index) => WORDS.has(word) || PAIRS.has(`${word} ${words[index + 1] ?? ''}`));
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
