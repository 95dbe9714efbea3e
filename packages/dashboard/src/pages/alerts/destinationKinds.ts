import { AUDIENCE_WORDS, DESTINATION_FORMS } from '@sluice/alerts/kinds';
import type { Destination } from './alertTypes';

/** Returns where a destination sends, without its secret: `hooks.slack.com/••••`. */
export function destinationPlace({ kind, config, secret }: Pick<Destination, 'kind' | 'config' | 'secret'>): string {
  const { audience = 'owners', addresses = [], chatId = '', topic = '' } = config;
  const { server = DESTINATION_FORMS[kind].defaultServer ?? '' } = config;
  switch (kind) {
    case 'members':
      return AUDIENCE_WORDS[audience];
    case 'email':
      return addresses.length === 0 ? 'no address' : listed(addresses);
    case 'telegram':
      return `chat ${chatId}`;
    case 'ntfy':
      return `${hostOf(server)}/${topic}`;
    case 'pagerduty':
      return `${hostOf(server)}, integration key ${masked(secret)}`;
    case 'opsgenie':
      return `${hostOf(server)}, key ${masked(secret)}`;
    default:
      return secret === null ? 'no URL' : placeOf(secret);
  }
}

/** Addresses that are named; more are counted. */
const MOST_ADDRESSES = 3;

function listed(addresses: readonly string[]): string {
  const rest = addresses.length - MOST_ADDRESSES;
  // A count of one would take as much room as the address.
  if (rest <= 1) return addresses.join(', ');
  return `${addresses.slice(0, MOST_ADDRESSES).join(', ')} and ${rest} more`;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** What the API shows of a token: that it is set, or its end. */
const masked = (secret: string | null): string => (secret === null || secret === 'set' ? '••••' : secret);

/** What the API shows of a URL: its host, or the URL without its secret part. */
const placeOf = (secret: string): string =>
  secret.includes('/') ? secret.replace(/^https?:\/\//, '').replace('…', '••••') : `${secret}/••••`;
