import type * as types from '../types/vite.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.js';

/** The plugin for Vite. */
export const sluice: typeof types.sluice = sluicePlugin.vite;
export default sluice;
