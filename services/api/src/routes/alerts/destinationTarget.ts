import type { DestinationConfig, DestinationKind, DestinationSecrets } from '@sluice/contract';
import type { DestinationTarget } from '@sluice/db';
import { randomBytes } from 'node:crypto';

type ConfigField = keyof DestinationConfig;
type SecretField = 'url' | 'token';

interface Needs {
  readonly config?: readonly ConfigField[];
  readonly optionalConfig?: readonly ConfigField[];
  readonly secrets?: readonly SecretField[];
  readonly optionalSecrets?: readonly SecretField[];
}

const NEEDS: Readonly<Record<DestinationKind, Needs>> = {
  members: { config: ['audience'] },
  email: { config: ['addresses'] },
  webhook: { secrets: ['url'] },
  slack: { secrets: ['url'] },
  discord: { secrets: ['url'] },
  teams: { secrets: ['url'] },
  mattermost: { secrets: ['url'] },
  google_chat: { secrets: ['url'] },
  telegram: { config: ['chatId'], optionalConfig: ['threadId'], secrets: ['token'] },
  ntfy: { config: ['topic', 'server'], optionalSecrets: ['token'] },
  pagerduty: { secrets: ['token'] },
  opsgenie: { optionalConfig: ['server'], secrets: ['token'] },
};

/** Set by Sluice, not by clients. */
const MADE = ['signingSecrets', 'unsubscribeKey'];

/** Returns every problem of a destination's config and secrets; a problem never contains a secret. */
export function checkTarget({ kind, config, secrets }: DestinationTarget): readonly string[] {
  const { config: needed = [], optionalConfig = [], secrets: secret = [], optionalSecrets = [] } = NEEDS[kind];
  const wrong = (group: string, given: object, known: readonly string[]): readonly string[] =>
    Object.keys(given)
      .filter((name) => !known.includes(name))
      .map((name) => `${group}.${name}: unknown for ${kind}; known: ${known.join(', ') || 'none'}`);
  const missing = (group: string, given: object, names: readonly string[]): readonly string[] =>
    names.filter((name) => !Object.hasOwn(given, name)).map((name) => `${group}.${name}: required for ${kind}`);
  return [
    ...missing('config', config, needed),
    ...wrong('config', config, [...needed, ...optionalConfig]),
    ...missing('secrets', secrets, secret),
    ...wrong('secrets', secrets, [...secret, ...optionalSecrets, ...MADE]),
    ...(isHttpsUrl(secrets.url) ? [] : ['secrets.url: must be an https:// URL']),
    ...(isHttpsUrl(config.server) ? [] : ['config.server: must be an https:// URL']),
  ];
}

const isHttpsUrl = (text: string | undefined): boolean => text === undefined || /^https?:\/\/./.test(text);

/** Returns what may be shown of a destination's secrets: the host of the URL, or that a token is set; `null` if there is none. */
export function describeSecret({ url, token }: DestinationSecrets): string | null {
  if (url !== undefined) return URL.canParse(url) ? new URL(url).host : 'set';
  return token === undefined ? null : 'set';
}

/** Returns a secret that signs webhooks, as Standard Webhooks writes it. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
