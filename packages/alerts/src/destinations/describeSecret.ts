import type { DestinationSecrets } from '@sluice/contract';
import type { Destination } from '../renderedRequest.js';

/** Characters of a secret that are shown, so that people can tell two destinations apart. */
const SHOWN = 4;
/** Of a shorter secret, four characters would be too much. */
const SHORTEST_SHOWN = 16;

/**
 * Returns a text that identifies the secret of a destination without revealing it: `https://hooks.slack.com/…/abcd`, `…abcd`; `null`
 * if it has none.
 */
export function describeSecret({ kind, secrets }: Pick<Destination, 'kind' | 'secrets'>): string | null {
  const { url, token } = secrets;
  if (url !== undefined) return describeUrl(url);
  if (token === undefined) return null;
  // The number before the colon is the public id of the bot.
  const bot = kind === 'telegram' ? /^\d+:/.exec(token)?.[0] : undefined;
  return `${bot ?? ''}…${endOf(token.slice(bot?.length ?? 0))}`;
}

function describeUrl(url: NonNullable<DestinationSecrets['url']>): string {
  if (!URL.canParse(url)) return '…';
  const { protocol, host, pathname, search } = new URL(url);
  const place = `${pathname}${search}`;
  if (place === '/') return `${protocol}//${host}/`;
  const end = endOf(place);
  return `${protocol}//${host}/…${end === '' ? '' : `/${end}`}`;
}

const endOf = (secret: string): string =>
  secret.length < SHORTEST_SHOWN ? '' : secret.slice(-SHOWN).replace(/[^\w-]/g, '');
