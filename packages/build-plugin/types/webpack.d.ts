import type { WebpackPluginInstance } from 'webpack';
import type { SluiceOptions } from './options.js';

export type { SluiceOptions };

/** Uploads the source maps of a build with webpack, and takes them out of its output. */
export declare function sluice(options?: SluiceOptions): WebpackPluginInstance;
export default sluice;
