import type * as types from '../types/webpack.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.js';

/** The plugin for webpack. Its public type names no type of the bundler: those differ from version to version. */
export const sluice = sluicePlugin.webpack as typeof types.sluice;
export default sluice;
