import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anyText, urlOf, type EnvReader } from '@sluice/runtime';
import type { S3Config } from './s3Client.js';

/** Where the bytes of source maps lie. The same for every process that takes uploads or resolves frames. */
export type BlobStoreConfig =
  | { readonly kind: 'postgres' }
  | {
      readonly kind: 'directory';
      /** An absolute path that every process sees. */
      readonly root: string;
    }
  | ({ readonly kind: 's3' } & S3Config);

/** PostgreSQL, where the rows are. */
export const DEFAULT_BLOB_STORE_CONFIG: BlobStoreConfig = { kind: 'postgres' };

/**
 * Reads `SOURCE_MAP_STORE`: `postgres` (unset), `file:///absolute/directory` or `s3://bucket/prefix`, the last with `S3_ENDPOINT`
 * (AWS where unset), `S3_REGION` (`us-east-1`), `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`. Problems are the reader's.
 */
export function readBlobStoreConfig({ get }: Pick<EnvReader, 'get'>): BlobStoreConfig {
  const region = get('S3_REGION', 'us-east-1', anyText);
  const access: S3Access = {
    region,
    endpoint: get('S3_ENDPOINT', `https://s3.${region}.amazonaws.com`, endpointOf),
    accessKeyId: get('S3_ACCESS_KEY_ID', '', anyText),
    secretAccessKey: get('S3_SECRET_ACCESS_KEY', '', anyText),
  };
  return get('SOURCE_MAP_STORE', DEFAULT_BLOB_STORE_CONFIG, (text) => {
    if (text === 'postgres') return DEFAULT_BLOB_STORE_CONFIG;
    const scheme = /^(file|s3):\/\//.exec(text)?.[1];
    if (scheme === 'file') return { kind: 'directory', root: directoryOf(text) };
    if (scheme === 's3') return { kind: 's3', ...s3Of(text, access) };
    throw new Error('must be postgres, file:///absolute/directory or s3://bucket/prefix');
  });
}

interface S3Access {
  readonly region: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

function endpointOf(text: string): string {
  const { username, search, hash, href } = new URL(urlOf('http', 'https')(text));
  if (username !== '' || search !== '' || hash !== '') throw new Error('must be an address alone');
  return href.replace(/\/+$/, '');
}

function directoryOf(text: string): string {
  const isLocal = text.startsWith('file:///') && URL.canParse(text);
  const root = isLocal ? fileURLToPath(text) : '';
  if (root === '/' || !isAbsolute(root)) throw new Error('must name a directory by its absolute path, file:///…');
  return root.replace(/\/+$/, '');
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;

function s3Of(text: string, { region, endpoint, accessKeyId, secretAccessKey }: S3Access): S3Config {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(text) ?? [];
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  if (!BUCKET.test(bucket)) throw new Error('must name a bucket, s3://bucket/prefix');
  if (!PREFIX.test(prefix) || /(?:^|\/)\.\.?\//.test(prefix)) {
    throw new Error('its prefix may have letters, digits, and . _ - between single slashes');
  }
  const missing = Object.entries({ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey })
    .filter(([, value]) => value === '')
    .map(([name]) => name);
  if (missing.length > 0) throw new Error(`needs ${missing.join(' and ')}`);
  return { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey: () => secretAccessKey };
}
