import type * as types from '../types/rspack.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.js';

/** The plugin for Rspack. Its public type names no type of the bundler: those differ from version to version. */
export const sluice = sluicePlugin.rspack as typeof types.sluice;
export default sluice;
