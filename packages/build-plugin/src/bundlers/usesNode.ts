import { type BundleEntry } from './bundleFiles.js';

/** Node modules that browser bundles never import; others, such as `events`, also exist as packages. */
const SERVER_ONLY = /^(?:node:|(?:fs|http|https|net|child_process|worker_threads)(?:\/|$))/;

/** Whether a chunk imports a Node module, so that the bundle runs on a server. Rollup does not state the platform. */
export const usesNode = (bundle: Readonly<Record<string, BundleEntry>>): boolean =>
  Object.values(bundle).some(({ imports = [] }) => imports.some((name) => SERVER_ONLY.test(name)));
