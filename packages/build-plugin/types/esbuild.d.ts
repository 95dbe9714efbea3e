import type { BuildOutput, SluiceOptions } from './options.js';
import type { SluiceEsbuildPlugin } from './plugins.js';

export type { BuildOutput, SluiceOptions, SluiceEsbuildPlugin };

/** Uploads the source maps of a build with esbuild, and takes them out of its output. */
export declare function sluice(options?: SluiceOptions): SluiceEsbuildPlugin;
export default sluice;
