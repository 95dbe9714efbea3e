import { type BundleEntry } from './bundleFiles.js';

/** Modules of Node that no bundle for browsers has as an import: others, such as `events`, have packages of their name. */
const SERVER_ONLY = /^(?:node:|(?:fs|http|https|net|child_process|worker_threads)(?:\/|$))/;

/** Whether a chunk imports a module of Node, so that the bundle runs on a server. Rollup itself does not say it. */
export const usesNode = (bundle: Readonly<Record<string, BundleEntry>>): boolean =>
  Object.values(bundle).some(({ imports = [] }) => imports.some((name) => SERVER_ONLY.test(name)));
