import type * as types from '../types/rspack.d.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.d.js';

/** The plugin for Rspack. Its public type does not reference types of the bundler, which differ between versions. */
export const sluice = sluicePlugin.rspack as typeof types.sluice;
export default sluice;
