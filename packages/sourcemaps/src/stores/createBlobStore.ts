import type { Database } from '@sluice/db';
import type { BlobStore } from './blobStore.js';
import { createDirectoryStore } from './directoryStore.js';
import { createPostgresStore } from './postgresStore.js';
import { createS3Store } from './s3Store.js';
import type { BlobStoreConfig } from './storeConfig.js';

/** Returns the store that the settings name. Opens nothing until it is used. */
export function createBlobStore(config: BlobStoreConfig, db: Database): BlobStore {
  switch (config.kind) {
    case 'postgres':
      return createPostgresStore(db);
    case 'directory':
      return createDirectoryStore(config.root);
    case 's3':
      return createS3Store(config);
  }
}
