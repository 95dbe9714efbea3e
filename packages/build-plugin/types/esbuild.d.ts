import type { Plugin } from 'esbuild';
import type { SluiceOptions } from './options.js';

export type { SluiceOptions };

/** Uploads the source maps of a build with esbuild, and takes them out of its output. */
export declare function sluice(options?: SluiceOptions): Plugin;
export default sluice;
