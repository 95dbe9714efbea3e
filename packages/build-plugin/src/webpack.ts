import type * as types from '../types/webpack.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.js';

/** The plugin for webpack. */
export const sluice: typeof types.sluice = sluicePlugin.webpack;
export default sluice;
