import { AUDIENCES, type DestinationKind, type DestinationSecrets } from '@sluice/contract';
import type { DestinationTarget } from '@sluice/db';
import { randomBytes } from 'node:crypto';

/** What a part of a target may be. */
interface PartRule {
  /** Ends the sentence "<part>: must be …". It never contains the value, which may be a secret. */
  readonly expectation: string;
  readonly accepts: (value: unknown) => boolean;
}

const matching = (expectation: string, form: RegExp): PartRule => ({
  expectation,
  accepts: (value) => typeof value === 'string' && form.test(value),
});

/** Without TLS, only to addresses that the operator allows: the delivery checks that. */
const url: PartRule = {
  expectation: 'an http(s) URL without user name and password',
  accepts: (value) => typeof value === 'string' && isUrl(value),
};

function isUrl(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

const token = matching('1 to 1,000 visible ASCII characters', /^[!-~]{1,1000}$/);

const MAX_ADDRESSES = 20;
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,255}$/;

const addresses: PartRule = {
  expectation: `a list of 1 to ${MAX_ADDRESSES} different email addresses`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_ADDRESSES &&
    new Set(value).size === value.length &&
    value.every((one) => typeof one === 'string' && ADDRESS.test(one)),
};

const audience: PartRule = {
  expectation: `one of ${AUDIENCES.join(', ')}`,
  accepts: (value) => AUDIENCES.some((one) => one === value),
};

/** Parts by name, such as `config.topic`; those with a question mark may be missing. */
type Parts = Readonly<Record<string, PartRule>>;

const ofUrl: Parts = { 'secrets.url': url };

/** The templates of `@sluice/alerts` rely on these. */
const PARTS: Readonly<Record<DestinationKind, Parts>> = {
  members: { 'config.audience': audience },
  email: { 'config.addresses': addresses },
  webhook: ofUrl,
  slack: ofUrl,
  discord: ofUrl,
  teams: ofUrl,
  mattermost: ofUrl,
  google_chat: ofUrl,
  telegram: {
    'config.chatId': matching('the id of a chat, or @name of a public one', /^(-?\d{1,20}|@[A-Za-z]\w{2,63})$/),
    'config.threadId?': { expectation: 'a whole number above 0', accepts: (value) => Number(value) > 0 },
    'config.server?': url,
    'secrets.token': token,
  },
  ntfy: {
    'config.topic': matching('1 to 64 letters, digits, _ and -', /^[\w-]{1,64}$/),
    'config.server': url,
    'secrets.token?': token,
  },
  pagerduty: { 'config.server?': url, 'secrets.token': token },
  opsgenie: { 'config.server?': url, 'secrets.token': token },
};

/** Secrets that Sluice makes. */
const MADE = ['secrets.signingSecrets', 'secrets.unsubscribeKey'];

/** Returns every problem of a destination's config and secrets, each a line that begins with its part; none contains a secret. */
export function checkTarget({ kind, config, secrets }: DestinationTarget): readonly string[] {
  const given = new Map(
    Object.entries({ config, secrets }).flatMap(([group, parts]) =>
      Object.entries(parts).map(([name, value]): [string, unknown] => [`${group}.${name}`, value]),
    ),
  );
  const rules = Object.entries(PARTS[kind]).map(([name, rule]) => ({
    ...rule,
    name: name.replace('?', ''),
    isOptional: name.endsWith('?'),
  }));
  const problems = rules.flatMap(({ name, isOptional, accepts, expectation }) => {
    if (!given.has(name)) return isOptional ? [] : [`${name}: required for ${kind}: ${expectation}`];
    return accepts(given.get(name)) ? [] : [`${name}: must be ${expectation}`];
  });
  const known = rules.map(({ name }) => name);
  const unknown = [...given.keys()].filter((name) => !known.includes(name) && !MADE.includes(name));
  return [...problems, ...unknown.map((name) => `${name}: unknown for ${kind}; known: ${known.join(', ')}`)];
}

/** Returns what may be shown of a destination's secrets: the host of the URL, or that a token is set; `null` if there is none. */
export function describeSecret({ url: address, token: secret }: DestinationSecrets): string | null {
  if (address !== undefined) return URL.canParse(address) ? new URL(address).host : 'set';
  return secret === undefined ? null : 'set';
}

/** Returns a secret that signs webhooks, in the form of Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
