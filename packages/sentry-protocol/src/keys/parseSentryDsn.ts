import { isObject } from '@sluice/contract';
import { MAX_ENVELOPE_HEADER } from '../envelope/readEnvelope.js';

/** What a DSN names. */
export interface SentryDsn {
  readonly key: string;
  /** A number without leading zeros; never 0. */
  readonly projectNumber: string;
}

/** `https://key:secret@host`, as SDKs read it. */
const HEAD = /^\w{1,20}:\/\/(\w{1,200})(?::\w{0,200})?@[^/?#@\s]{1,300}$/;
const NUMBER = /^[1-9]\d{0,18}(?!\d)/;

/** Returns key and project number of a DSN, `https://key[:secret]@host[/path]/number`; `undefined` for any other text. */
export function parseSentryDsn(dsn: string): SentryDsn | undefined {
  const scheme = dsn.indexOf('://');
  const path = scheme === -1 ? -1 : dsn.indexOf('/', scheme + '://'.length);
  if (path === -1) return undefined;
  const key = HEAD.exec(dsn.slice(0, path))?.[1];
  const [projectNumber] = NUMBER.exec(dsn.slice(dsn.lastIndexOf('/') + 1)) ?? [];
  return key === undefined || projectNumber === undefined ? undefined : { key, projectNumber };
}

/** Returns the `dsn` in the header of an envelope, which tunnels have; `undefined` if its first 16 KiB do not contain a whole header. */
export function readTunnelDsn(line: Buffer): string | undefined {
  const start = line.subarray(0, MAX_ENVELOPE_HEADER);
  const end = start.indexOf('\n');
  if (end === -1 && line.length > MAX_ENVELOPE_HEADER) return undefined;
  try {
    const header: unknown = JSON.parse(start.toString('utf8', 0, end === -1 ? undefined : end));
    const dsn = isObject(header) ? header['dsn'] : undefined;
    return typeof dsn === 'string' ? dsn : undefined;
  } catch {
    return undefined;
  }
}
