import type { RspackPluginInstance } from '@rspack/core';
import type { SluiceOptions } from './options.js';

export type { SluiceOptions };

/** Uploads the source maps of a build with Rspack, and takes them out of its output. */
export declare function sluice(options?: SluiceOptions): RspackPluginInstance;
export default sluice;
