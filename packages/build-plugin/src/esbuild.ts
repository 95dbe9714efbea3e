import type * as types from '../types/esbuild.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.js';

/** The plugin for esbuild. */
export const sluice: typeof types.sluice = sluicePlugin.esbuild;
export default sluice;
