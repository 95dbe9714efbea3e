import type * as types from '../types/rollup.d.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.d.js';

/** The plugin for Rollup. */
export const sluice: typeof types.sluice = sluicePlugin.rollup;
export default sluice;
