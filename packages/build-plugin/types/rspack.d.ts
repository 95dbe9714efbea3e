import type { BuildOutput, SluiceOptions } from './options.d.js';
import type { SluiceCompilerPlugin } from './plugins.d.js';

export type { BuildOutput, SluiceOptions, SluiceCompilerPlugin };

/** Uploads the source maps of a build with Rspack, and takes them out of its output. */
export declare function sluice(options?: SluiceOptions): SluiceCompilerPlugin;
export default sluice;
