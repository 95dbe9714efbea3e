import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  custom,
  defineSettings,
  Derived,
  parseUrl,
  secret,
  text,
  urlOf,
  type GetSetting,
  type Settings,
} from '@sluice/runtime';
import type { S3Config } from './s3Client.js';

/** Where the bytes of source maps are stored. The same in all processes that accept uploads or resolve frames. */
export type BlobStoreConfig =
  | { readonly kind: 'postgres' }
  | {
      readonly kind: 'directory';
      /** An absolute path that all processes share. */
      readonly root: string;
    }
  | ({ readonly kind: 's3' } & S3Config);

/** PostgreSQL, next to the rows. */
export const DEFAULT_BLOB_STORE_CONFIG: BlobStoreConfig = { kind: 'postgres' };

const REGION = text('S3_REGION', { default: 'us-east-1', meaning: 'Region of the bucket.' });
const ENDPOINT = custom('S3_ENDPOINT', {
  default: new Derived('`https://s3.<S3_REGION>.amazonaws.com`', (get) => `https://s3.${get(REGION)}.amazonaws.com`),
  range: 'https://… or http://…',
  parse: parseEndpoint,
  meaning: 'Base URL of the S3 service.',
});
const ACCESS_KEY_ID = text('S3_ACCESS_KEY_ID', { default: '', meaning: 'Access key for the bucket.' });
const SECRET_ACCESS_KEY = secret('S3_SECRET_ACCESS_KEY', { default: '', meaning: 'Secret of that access key.' });

const STORE = custom('SOURCE_MAP_STORE', {
  default: DEFAULT_BLOB_STORE_CONFIG,
  defaultText: 'postgres',
  range: '`postgres`, `file:///absolute/directory` or `s3://bucket/prefix`',
  parse: parseStore,
  meaning:
    'Where source maps are stored. All processes that take uploads or resolve frames must use the same store. A bucket needs `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`.',
});

/** Settings of {@link BlobStoreConfig}. */
export const BLOB_STORE_SETTINGS: Settings<BlobStoreConfig> = defineSettings(
  { store: STORE, region: REGION, endpoint: ENDPOINT, accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY },
  ({ store }) => store,
);

function parseStore(value: string, get: GetSetting): BlobStoreConfig {
  if (value === 'postgres') return DEFAULT_BLOB_STORE_CONFIG;
  const scheme = /^(file|s3):\/\//.exec(value)?.[1];
  if (scheme === 'file') return { kind: 'directory', root: directoryOf(value) };
  if (scheme !== 's3') throw new Error('must be postgres, file:///absolute/directory or s3://bucket/prefix');
  const access: S3Access = {
    region: get(REGION),
    endpoint: get(ENDPOINT),
    accessKeyId: get(ACCESS_KEY_ID),
    secretAccessKey: get(SECRET_ACCESS_KEY),
  };
  return { kind: 's3', ...s3Of(value, access) };
}

interface S3Access {
  readonly region: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

function parseEndpoint(value: string): string {
  const { username, search, hash, href } = new URL(parseUrl(value, ['http', 'https']));
  if (username !== '' || search !== '' || hash !== '') throw new Error('must be an address alone');
  return href.replace(/\/+$/, '');
}

function directoryOf(value: string): string {
  const isLocal = value.startsWith('file:///') && urlOf(value) !== undefined;
  const root = isLocal ? fileURLToPath(value) : '';
  if (root === '/' || !isAbsolute(root)) throw new Error('must name a directory by its absolute path, file:///…');
  return root.replace(/\/+$/, '');
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;

function s3Of(value: string, { region, endpoint, accessKeyId, secretAccessKey }: S3Access): S3Config {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(value) ?? [];
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
