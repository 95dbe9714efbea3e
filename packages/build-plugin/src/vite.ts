import type * as types from '../types/vite.d.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.d.js';

/** The plugin for Vite. */
export const sluice: typeof types.sluice = sluicePlugin.vite;
export default sluice;
