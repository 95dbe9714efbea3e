import type * as types from '../types/rspack.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.js';

/** The plugin for Rspack. */
export const sluice: typeof types.sluice = sluicePlugin.rspack;
export default sluice;
