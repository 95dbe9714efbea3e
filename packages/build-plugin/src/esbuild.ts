import type * as types from '../types/esbuild.js';
import { sluicePlugin } from './sluicePlugin.js';

export type { SluiceOptions } from '../types/options.js';

/** The plugin for esbuild. Its public type names no type of the bundler: those differ from version to version. */
export const sluice = sluicePlugin.esbuild as typeof types.sluice;
export default sluice;
