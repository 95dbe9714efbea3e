import type { BuildOutput, SluiceOptions } from './options.d.js';
import type { SluiceEsbuildPlugin } from './plugins.d.js';

export type { BuildOutput, SluiceOptions, SluiceEsbuildPlugin };

/** Uploads the source maps of a build with esbuild, and takes them out of its output. */
export declare function sluice(options?: SluiceOptions): SluiceEsbuildPlugin;
export default sluice;
