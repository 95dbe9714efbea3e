import type * as types from '../types/esbuild.d.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.d.js';

/** The plugin for esbuild. Its public type does not reference types of the bundler, which differ between versions. */
export const sluice = sluicePlugin.esbuild as typeof types.sluice;
export default sluice;
