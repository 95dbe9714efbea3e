export type { SluiceOptions } from '../types/index.d.js';
export { sluice as sluiceEsbuild } from './esbuild.js';
export { sluice as sluiceRolldown } from './rolldown.js';
export { sluice as sluiceRollup } from './rollup.js';
export { sluice as sluiceRspack } from './rspack.js';
export { sluice as sluiceVite } from './vite.js';
export { sluice as sluiceWebpack } from './webpack.js';
