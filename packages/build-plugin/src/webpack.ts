import type * as types from '../types/webpack.d.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.d.js';

/** The plugin for webpack. Its public type does not reference types of the bundler, which differ between versions. */
export const sluice = sluicePlugin.webpack as typeof types.sluice;
export default sluice;
