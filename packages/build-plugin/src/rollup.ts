import type * as types from '../types/rollup.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.js';

/** The plugin for Rollup. */
export const sluice: typeof types.sluice = sluicePlugin.rollup;
export default sluice;
