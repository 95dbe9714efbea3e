import { urlOf } from '@sluice/runtime';
import type { Place } from './findPlace.js';

/** Default address of the service. */
const DEFAULT_BASE_URL = 'http://localhost:8000';

/** Returns the DSN of a key: `https://{key}@{host}[:port][/base]`. */
export function dsnOf(key: string, { publicUrl = DEFAULT_BASE_URL }: Pick<Place, 'publicUrl'>): string {
  const url = new URL(publicUrl);
  const base = url.pathname.replace(/\/+$/, '');
  return `${url.protocol}//${key}@${url.host}${base}`;
}

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
