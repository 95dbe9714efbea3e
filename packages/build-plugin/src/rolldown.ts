import type * as types from '../types/rolldown.d.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.d.js';

/** The plugin for Rolldown. */
export const sluice: typeof types.sluice = sluicePlugin.rolldown;
export default sluice;
