import type { Place } from './findPlace.js';

/** Where a copy listens when nobody says otherwise. */
const DEFAULT_BASE_URL = 'http://localhost:8000';

/** The DSN of a key: `https://{key}@{host}[:port][/base]`, on the base URL of the place. */
export function dsnOf(key: string, { baseUrl = DEFAULT_BASE_URL }: Pick<Place, 'baseUrl'>): string {
  const url = new URL(baseUrl);
  const base = url.pathname.replace(/\/+$/, '');
  return `${url.protocol}//${key}@${url.host}${base}`;
}

/** What a DSN says: where to post batches, and the key to post them with. */
export interface DsnTarget {
  readonly endpoint: string;
  readonly key: string;
}

/** Reads a DSN; `undefined` where it is none. */
export function readDsn(dsn: string): DsnTarget | undefined {
  if (!URL.canParse(dsn)) return undefined;
  const url = new URL(dsn);
  if (!['http:', 'https:'].includes(url.protocol) || url.username === '') return undefined;
  const base = url.pathname.replace(/\/+$/, '');
  return { endpoint: `${url.protocol}//${url.host}${base}/api/envelope`, key: url.username };
}
