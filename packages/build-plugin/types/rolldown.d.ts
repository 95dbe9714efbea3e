import type { BuildOutput, SluiceOptions } from './options.d.js';
import type { SluiceRollupPlugin } from './plugins.d.js';

export type { BuildOutput, SluiceOptions, SluiceRollupPlugin };

/** Uploads the source maps of a build with Rolldown, and takes them out of its output. */
export declare function sluice(options?: SluiceOptions): SluiceRollupPlugin;
export default sluice;
