export type { BuildOutput, SluiceOptions } from './options.d.js';
export type { SluiceCompilerPlugin, SluiceEsbuildPlugin, SluiceRollupPlugin } from './plugins.d.js';
export { sluice as sluiceEsbuild } from './esbuild.d.js';
export { sluice as sluiceRolldown } from './rolldown.d.js';
export { sluice as sluiceRollup } from './rollup.d.js';
export { sluice as sluiceRspack } from './rspack.d.js';
export { sluice as sluiceVite } from './vite.d.js';
export { sluice as sluiceWebpack } from './webpack.d.js';
