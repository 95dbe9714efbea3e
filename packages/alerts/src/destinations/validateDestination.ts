import type { DestinationKind } from '@sluice/contract';
import { urlOf } from '@sluice/runtime';
import { isIP } from 'node:net';
import { problemsOf } from '../fields/field.js';
import type { Destination } from '../renderedRequest.js';
import { bareHost, parseAllowList, type AllowList } from '../transport/allowList.js';
import { isPublicAddress } from '../transport/isPublicAddress.js';
import { DESTINATION_FORMS } from './destinationForms.js';
import { isNumericChat } from './fields.js';

const NONE = parseAllowList([]);

/**
 * Returns every problem of a destination, each a line that begins with the path of its field and has no secret: those of its fields, and
 * those that concern several fields or what an operator allows. Pure: nothing is resolved or asked.
 * @param allowList receivers of the operator's own network, which may be without TLS
 */
export function destinationProblems(
  { kind, config, secrets: { url, token, signingSecrets = [] } }: Destination,
  allowList: AllowList = NONE,
): readonly string[] {
  const { fields } = DESTINATION_FORMS[kind];
  const unknown = `is not a field of a destination "${kind}"`;
  const problems = [
    ...problemsOf({ url, token }, fields.secrets?.fields ?? {}, 'secrets', unknown),
    ...problemsOf(config, fields.config?.fields ?? {}, 'config', unknown),
    ...(kind === 'webhook' ? signingProblems(signingSecrets) : []),
  ];
  const { chatId = '', threadId, server } = config;
  const across = {
    'secrets.url': receiverProblem(url, allowList),
    'config.server': serverProblem(server, allowList),
    'config.threadId': threadId === undefined || isNumericChat(chatId) ? undefined : 'needs a numeric config.chatId',
  };
  const isFine = (field: string): boolean => !problems.some((problem) => problem.startsWith(`${field}: `));
  return [
    ...problems,
    ...Object.entries(across).flatMap(([field, problem]) =>
      problem !== undefined && isFine(field) ? [`${field}: ${problem}`] : [],
    ),
  ];
}

const serverProblem = (server: string | undefined, allowList: AllowList): string | undefined =>
  receiverProblem(server, allowList) ?? (/[?#]/.test(server ?? '') ? 'must not have a query or a fragment' : undefined);

const LONGEST_URL = 2000;

/** Port of each protocol, unless the URL has one. */
const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

const UNLESS = 'unless ALERTS_ALLOWED_ADDRESSES allows it';

/**
 * Returns what is wrong with the URL of a receiver, as far as the text says: names are resolved when something is sent, and must lead to
 * public or allowed addresses then.
 */
function receiverProblem(url: string | undefined, allowList: AllowList): string | undefined {
  const parsed = urlOf(url ?? '');
  if (url === undefined || parsed === undefined) return undefined;
  const { protocol, username, password, hostname, port } = parsed;
  if (username !== '' || password !== '') return 'must not contain a user or password';
  if (url.length > LONGEST_URL) return `must have at most ${LONGEST_URL} characters`;
  const host = bareHost(hostname);
  const at = port === '' ? (PORTS[protocol] ?? 0) : Number(port);
  const address = literalAddress(host);
  if (address === undefined ? allowList.mayAllow(host, at) : allowList.allows(host, at, address)) return undefined;
  if (address !== undefined && !isPublicAddress(address)) return `must be a public address, ${UNLESS}`;
  return protocol === 'http:' ? `must be an https URL, ${UNLESS}` : undefined;
}

/** Returns the address that a host is without being resolved; `undefined`: it is a name. */
function literalAddress(host: string): string | undefined {
  if (isIP(host) !== 0) return host;
  return /^(?:.*\.)?localhost$/.test(host) ? '127.0.0.1' : undefined;
}

const MOST_SIGNING_SECRETS = 5;

const signingProblems = (secrets: readonly string[]): readonly string[] => [
  ...(secrets.length > 0 && secrets.length <= MOST_SIGNING_SECRETS
    ? []
    : [`secrets.signingSecrets: must have 1 to ${MOST_SIGNING_SECRETS} secrets`]),
  ...secrets.flatMap((secret, index) =>
    isSigningSecret(secret) ? [] : [`secrets.signingSecrets[${index}]: must be "whsec_" and 24 to 64 bytes in base64`],
  ),
];

const SIGNING_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const FEWEST_SECRET_BYTES = 24;
const MOST_SECRET_BYTES = 64;

/** Whether a secret has the form of the Standard Webhooks specification. */
function isSigningSecret(secret: string): boolean {
  const encoded = SIGNING_SECRET.exec(secret)?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return false;
  const { length } = Buffer.from(encoded, 'base64');
  return length >= FEWEST_SECRET_BYTES && length <= MOST_SECRET_BYTES;
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

/** Returns what is probably wrong with a valid destination: a host that is not the platform’s. Proxies and compatible services exist. */
export function destinationWarnings({
  kind,
  secrets: { url },
}: Pick<Destination, 'kind' | 'secrets'>): readonly string[] {
  const hostname = urlOf(url ?? '')?.hostname;
  if (hostname === undefined) return [];
  // Microsoft has ended these connectors.
  if (kind === 'teams' && hostname.endsWith('.webhook.office.com'))
    return [`${hostname} is a host of Office 365 connectors, which no longer work. Create a workflow and use its URL.`];
  const [host, expected] = HOSTS[kind] ?? [];
  if (host === undefined || host.test(hostname)) return [];
  const { label } = DESTINATION_FORMS[kind];
  return [
    `${hostname} is not a host of ${label}, whose URLs are at ${expected}. Keep it only if it is a proxy or a compatible service.`,
  ];
}
