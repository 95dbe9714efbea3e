import type { Plugin } from 'vite';
import type { SluiceOptions } from './options.js';

export type { SluiceOptions };

/** Uploads the source maps of a build with Vite, and takes them out of its output. */
export declare function sluice(options?: SluiceOptions): Plugin;
export default sluice;
