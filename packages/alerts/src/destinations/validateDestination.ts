import { AUDIENCES, type DestinationConfig, type DestinationKind, type DestinationSecrets } from '@sluice/contract';
import { parseAllowList, type AllowList } from '../transport/allowList.js';
import type { Destination } from '../renderedRequest.js';
import { hostWarning, isSigningSecret, tokenProblem, urlProblem } from './fieldChecks.js';

/** What is wrong with one field of a destination. */
export interface DestinationProblem {
  /** `secrets.url`, `config.addresses[2]`. */
  readonly field: string;
  /** `must be an https URL`. The sentence of a mistake never changes and has no secrets. */
  readonly problem: string;
  /** Whether the destination can be used all the same. */
  readonly isWarning: boolean;
}

/** What an operator allows. */
interface ValidationOptions {
  /** Receivers of the own network, which may be without TLS; default: none. */
  readonly allowList?: AllowList;
}

type Field = `config.${keyof DestinationConfig}` | `secrets.${keyof DestinationSecrets}`;
type Report = (field: string, problem: string, isWarning?: boolean) => void;

const NONE = parseAllowList([]);
const MOST_ADDRESSES = 20;
const MOST_SIGNING_SECRETS = 5;
const LONGEST_ADDRESS = 254;
const NUMERIC_CHAT = /^-?\d{1,20}$/;
/** One `@` between texts without what separates or quotes addresses: what a mail server can refuse by itself. */
const ADDRESS = /^[^\s\p{Cc}@<>,;:"()[\]\\]{1,64}@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u;

/** Fields of each kind; all others must be absent. */
const FIELDS: Readonly<Record<DestinationKind, readonly Field[]>> = {
  // The keys of links in mail are made by Sluice.
  members: ['config.audience', 'secrets.unsubscribeKey'],
  email: ['config.addresses', 'secrets.unsubscribeKey'],
  webhook: ['secrets.url', 'secrets.signingSecrets'],
  slack: ['secrets.url'],
  discord: ['secrets.url'],
  teams: ['secrets.url'],
  mattermost: ['secrets.url'],
  google_chat: ['secrets.url'],
  telegram: ['secrets.token', 'config.chatId', 'config.threadId', 'config.server'],
  ntfy: ['config.server', 'config.topic', 'secrets.token'],
  pagerduty: ['secrets.token', 'config.server'],
  opsgenie: ['secrets.token', 'config.server'],
};

/**
 * Returns what is wrong with a destination; empty if nothing is. A URL whose host is not that of the platform is a warning: proxies and
 * compatible services exist. Pure: nothing is resolved or asked.
 */
export function validateDestination(
  { kind, config, secrets }: Destination,
  { allowList = NONE }: ValidationOptions = {},
): readonly DestinationProblem[] {
  const problems: DestinationProblem[] = [];
  const report: Report = (field, problem, isWarning = false) => void problems.push({ field, problem, isWarning });
  reportUnused(kind, { config, secrets }, report);
  const fields = FIELDS[kind];
  if (fields.includes('secrets.url')) checkUrl(kind, secrets.url, { allowList, report });
  if (fields.includes('secrets.signingSecrets')) checkSigningSecrets(secrets.signingSecrets ?? [], report);
  if (fields.includes('secrets.token')) checkToken(kind, secrets.token, report);
  if (fields.includes('config.server')) checkServer(kind, config.server, { allowList, report });
  if (fields.includes('config.addresses')) checkAddresses(config.addresses ?? [], report);
  if (fields.includes('config.chatId')) checkChat(config, report);
  if (fields.includes('config.topic') && !/^[-_A-Za-z0-9]{1,64}$/.test(config.topic ?? ''))
    report('config.topic', 'must have 1 to 64 letters, digits, "-" or "_"');
  if (fields.includes('config.audience') && !AUDIENCES.some((audience) => audience === config.audience))
    report('config.audience', `must be one of ${AUDIENCES.join(', ')}`);
  return problems;
}

function reportUnused(kind: DestinationKind, parts: Pick<Destination, 'config' | 'secrets'>, report: Report): void {
  for (const part of ['config', 'secrets'] as const) {
    for (const [name, value] of Object.entries(parts[part]) as [string, unknown][]) {
      const isUsed = FIELDS[kind].some((field) => field === `${part}.${name}`);
      if (value !== undefined && !isUsed) report(`${part}.${name}`, `is not a field of a destination "${kind}"`);
    }
  }
}

interface UrlOptions {
  readonly allowList: AllowList;
  readonly report: Report;
}

function checkUrl(kind: DestinationKind, url: string | undefined, { allowList, report }: UrlOptions): void {
  const problem = urlProblem(url, allowList);
  const warning = problem === undefined ? hostWarning(kind, url ?? '') : undefined;
  if (problem !== undefined) report('secrets.url', problem);
  if (warning !== undefined) report('secrets.url', warning, true);
}

/** Only ntfy has no default. */
function checkServer(kind: DestinationKind, server: string | undefined, { allowList, report }: UrlOptions): void {
  if (server === undefined && kind !== 'ntfy') return;
  const problem = urlProblem(server, allowList);
  if (problem !== undefined) report('config.server', problem);
  else if (/[?#]/.test(server ?? '')) report('config.server', 'must not have a query or a fragment');
}

function checkSigningSecrets(secrets: readonly string[], report: Report): void {
  if (secrets.length === 0 || secrets.length > MOST_SIGNING_SECRETS)
    report('secrets.signingSecrets', `must have 1 to ${MOST_SIGNING_SECRETS} secrets`);
  for (const [index, secret] of secrets.entries())
    if (!isSigningSecret(secret))
      report(`secrets.signingSecrets[${index}]`, 'must be "whsec_" and 24 to 64 bytes in base64');
}

function checkToken(kind: DestinationKind, token: string | undefined, report: Report): void {
  if (token === undefined && kind === 'ntfy') return;
  const problem = tokenProblem(kind, token ?? '');
  if (problem !== undefined) report('secrets.token', problem);
}

function checkAddresses(addresses: readonly string[], report: Report): void {
  if (addresses.length === 0 || addresses.length > MOST_ADDRESSES)
    report('config.addresses', `must have 1 to ${MOST_ADDRESSES} addresses`);
  if (new Set(addresses).size < addresses.length) report('config.addresses', 'must not name an address twice');
  for (const [index, address] of addresses.entries())
    if (address.length > LONGEST_ADDRESS || !ADDRESS.test(address))
      report(`config.addresses[${index}]`, 'must be an email address');
}

function checkChat({ chatId = '', threadId }: DestinationConfig, report: Report): void {
  const isNumeric = NUMERIC_CHAT.test(chatId);
  if (!isNumeric && !/^@[A-Za-z]\w{3,63}$/.test(chatId)) report('config.chatId', 'must be a number or "@" and a name');
  if (threadId === undefined) return;
  if (!Number.isSafeInteger(threadId) || threadId <= 0) report('config.threadId', 'must be a positive integer');
  else if (!isNumeric) report('config.threadId', 'needs a numeric config.chatId');
}
