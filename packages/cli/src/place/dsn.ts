import { dsnsOf, type Dsns, type WholeKey } from '@sluice/contract';
import { urlOf } from '@sluice/runtime';
import type { Place } from './findPlace.js';

/** Default address of the service. */
const DEFAULT_BASE_URL = 'http://localhost:8000';

/** Returns the DSNs of a key. */
export const dsnsAt = (key: WholeKey, { publicUrl = DEFAULT_BASE_URL }: Pick<Place, 'publicUrl'>): Dsns =>
  dsnsOf(key, publicUrl);

/** Lines with the DSNs of a key, for `facts`. */
export const dsnFacts = ({ dsn, sentryDsn }: Dsns): readonly (readonly [string, string])[] => [
  ['dsn', dsn],
  ['sentry dsn', sentryDsn],
];

/** Endpoint and key of a DSN. */
export interface DsnTarget {
  readonly endpoint: string;
  readonly key: string;
}

/** Parses a DSN; `undefined` if it is invalid. */
export function readDsn(dsn: string): DsnTarget | undefined {
  const url = urlOf(dsn);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username === '') return undefined;
  const base = url.pathname.replace(/\/+$/, '');
  return { endpoint: `${url.protocol}//${url.host}${base}/api/envelope`, key: url.username };
}
