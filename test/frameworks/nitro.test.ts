import { testFramework } from './support/testFramework.js';

function config(options: string): string {
  return `import sluice from '@sluice/build-plugin/rollup';
export default { ${options}, rollupConfig: { plugins: [sluice()] } };
`;
}

testFramework({
  name: 'Nitro 2.13.6',
  dependencies: { nitropack: '2.13.6' },
  needsNewNode: true,
  files: {
    'nitro.config.mjs': config(`compatibilityDate: '2026-01-01'`),
    'lib/cart.js': '',
    'routes/index.js': `import { priceOf } from '../lib/cart.js';
export default defineEventHandler((event) => priceOf({ price: 3, count: Number(getQuery(event).count ?? 1) }) + __SLUICE_RELEASE__);
`,
  },
  commands: ['nitropack build'],
  documented: ['rollupConfig: { plugins: [sluice()] }'],
  server: '.output/server',
});

testFramework({
  name: 'Nitro 3.0.0',
  // Nitro uses Rollup if it is installed.
  dependencies: { nitro: '3.0.0', rollup: '4.68.7' },
  files: {
    'nitro.config.mjs': config(`serverDir: './'`),
    'lib/cart.js': '',
    'routes/index.js': `import { defineHandler } from 'nitro';
import { priceOf } from '../lib/cart.js';

export default defineHandler((event) => priceOf({ price: 3, count: Number(event.url.searchParams.get('count') ?? 1) }) + __SLUICE_RELEASE__);
`,
  },
  commands: ['nitro build'],
  documented: ['rollupConfig: { plugins: [sluice()] }'],
  server: '.output/server',
});
