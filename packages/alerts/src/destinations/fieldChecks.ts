import type { DestinationKind } from '@sluice/contract';
import { urlOf } from '@sluice/runtime';
import { isIP } from 'node:net';
import { bareHost, type AllowList } from '../transport/allowList.js';
import { isPublicAddress } from '../transport/isPublicAddress.js';
import { DESTINATION_FORMS } from './destinationForms.js';

const LONGEST_URL = 2000;

/** Port of each protocol, unless the URL has one. */
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

const UNLESS = 'unless ALERTS_ALLOWED_ADDRESSES allows it';

/**
 * Returns what is wrong with the URL of a receiver, as far as the text says: names are resolved when something is sent, and must lead to
 * public or allowed addresses then.
 */
export function urlProblem(url: string | undefined, allowList: AllowList): string | undefined {
  const parsed = urlOf(url ?? '');
  if (url === undefined || parsed === undefined || /[\s\p{Cc}]/u.test(url)) return 'must be an https URL';
  const { protocol, username, password, hostname, port } = parsed;
  const standardPort = PORTS[protocol];
  if (standardPort === undefined) return 'must be an https URL';
  if (username !== '' || password !== '') return 'must not contain a user or password';
  if (url.length > LONGEST_URL) return `must have at most ${LONGEST_URL} characters`;
  const host = bareHost(hostname);
  const at = port === '' ? standardPort : Number(port);
  const address = literalAddress(host);
  if (address === undefined) {
    return protocol === 'http:' && !allowList.mayAllow(host, at) ? `must be an https URL, ${UNLESS}` : undefined;
  }
  if (allowList.allows(host, at, address)) return undefined;
  if (!isPublicAddress(address)) return `must be a public address, ${UNLESS}`;
  return protocol === 'http:' ? `must be an https URL, ${UNLESS}` : undefined;
}

/** Returns the address that a host is without being resolved; `undefined`: it is a name. */
function literalAddress(host: string): string | undefined {
  if (isIP(host) !== 0) return host;
  return /^(?:.*\.)?localhost$/.test(host) ? '127.0.0.1' : undefined;
}

/** Hosts of platforms that are not run by their users, and how a warning names them. */
const HOSTS: Partial<Record<DestinationKind, readonly [host: RegExp, expected: string]>> = {
  slack: [/^hooks\.slack(?:-gov)?\.com$/, 'hooks.slack.com'],
  discord: [/^(?:\w+\.)?discord(?:app)?\.com$/, 'discord.com'],
  teams: [
    /\.(?:logic\.azure\.(?:com|us|cn)|powerplatform\.com|powerautomate\.com)$/,
    '….logic.azure.com or ….powerplatform.com',
  ],
  google_chat: [/^chat\.googleapis\.com$/, 'chat.googleapis.com'],
};

/** Returns a warning if the host of a URL is not that of the platform. */
export function hostWarning(kind: DestinationKind, url: string): string | undefined {
  const { hostname } = new URL(url);
  // Microsoft has ended these connectors.
  if (kind === 'teams' && hostname.endsWith('.webhook.office.com'))
    return `${hostname} is a host of Office 365 connectors, which no longer work. Create a workflow and use its URL.`;
  const [host, expected] = HOSTS[kind] ?? [];
  if (host === undefined || host.test(hostname)) return undefined;
  return `${hostname} is not a host of ${DESTINATION_FORMS[kind].label}, whose URLs are at ${expected}. Keep it only if it is a proxy or a compatible service.`;
}

const PREFIX = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const FEWEST_BYTES = 24;
const MOST_BYTES = 64;

/** Whether a secret has the form of the Standard Webhooks specification. */
export function isSigningSecret(secret: string): boolean {
  const encoded = PREFIX.exec(secret)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return false;
  const { length } = Buffer.from(encoded, 'base64');
  return length >= FEWEST_BYTES && length <= MOST_BYTES;
}

const TOKENS: Partial<Record<DestinationKind, readonly [RegExp, string]>> = {
  telegram: [/^\d{1,20}:[\w-]{30,64}$/, 'must be the token of a bot, such as 123456:ABC…'],
  pagerduty: [/^[A-Za-z0-9]{32}$/, 'must be an integration key of 32 letters and digits'],
};

/** Any token that a header can carry. */
const PRINTABLE: readonly [RegExp, string] = [/^[\x21-\x7e]{1,200}$/, 'must have 1 to 200 printable characters'];

/** Returns what is wrong with a token. */
export function tokenProblem(kind: DestinationKind, token: string): string | undefined {
  const [form, problem] = TOKENS[kind] ?? PRINTABLE;
  return form.test(token) ? undefined : problem;
}
