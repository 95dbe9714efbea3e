import type { StandaloneConfig } from './config.js';

/**
 * Returns the settings of the services of a machine whose cores PostgreSQL, ingestion and reads share: searches and uploads of one
 * organization keep at most its cores busy, and half of them for more than a moment, so that the batches and reads of others wait little
 * (decision 0173). Two requests of an organization run even on one core: otherwise one slow search would hold up everything else that it asks.
 */
export function shareCores({ api, sourcemaps, ...others }: StandaloneConfig['services'], cores: number) {
  return {
    ...others,
    api: {
      ...api,
      perOrganization: Math.min(api.perOrganization, Math.max(2, cores)),
      sustained: Math.min(api.sustained, Math.ceil(cores / 2)),
    },
    sourcemaps: {
      ...sourcemaps,
      maxUploads: Math.min(sourcemaps.maxUploads, cores),
      compileThreads: Math.min(sourcemaps.compileThreads, Math.ceil(cores / 2)),
    },
  };
}
