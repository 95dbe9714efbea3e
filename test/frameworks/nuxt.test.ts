import { testFramework } from './support/testFramework.js';

testFramework({
  name: 'Nuxt 4.5.2',
  dependencies: { nuxt: '4.5.2' },
  needsNewNode: true,
  files: {
    'nuxt.config.mjs': `import sluiceServer from '@sluice/build-plugin/rollup';
import sluice from '@sluice/build-plugin/vite';
export default {
  compatibilityDate: '2026-01-01',
  vite: { plugins: [sluice()] },
  nitro: { rollupConfig: { plugins: [sluiceServer()] } },
};
`,
    'shared/utils/cart.js': '',
    'app/app.vue': `<script setup>
const release = typeof __SLUICE_RELEASE__ === 'string' ? __SLUICE_RELEASE__ : 'unknown';
const { data } = await useFetch('/api/price');
</script>
<template><button @click="priceOf({ price: 1, count: -1 })">{{ data }} {{ release }}</button></template>
`,
    'server/api/price.js': `export default defineEventHandler((event) => priceOf({ price: 3, count: Number(getQuery(event).count ?? 1) }));
`,
  },
  commands: ['nuxt build'],
  documented: ['vite: { plugins: [sluice()] }', 'nitro: { rollupConfig: { plugins: [sluiceServer()] } }'],
  browser: { directory: '.output/public' },
  server: '.output/server',
});
