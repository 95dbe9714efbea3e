import { testFramework } from './support/testFramework.js';

testFramework({
  name: 'Astro 7.3.5',
  dependencies: { '@astrojs/node': '11.1.6', astro: '7.3.5' },
  needsNewNode: true,
  files: {
    'astro.config.mjs': `import node from '@astrojs/node';
import sluice from '@sluice/build-plugin/vite';
export default {
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  vite: { plugins: [sluice()] },
};
`,
    'src/lib/cart.js': '',
    'src/pages/index.astro': `---
import { priceOf } from '../lib/cart.js';
const price = priceOf({ price: 3, count: Number(Astro.url.searchParams.get('count') ?? 1) });
---
<html><body><button>{price}</button><script>
document.querySelector('button').addEventListener('click', () =>
  import('../lib/cart.js').then(({ priceOf }) => console.log(priceOf({ price: 1, count: -1 }), __SLUICE_RELEASE__)));
</script><script>
// Astro inlines this script and deletes its file.
console.log(__SLUICE_RELEASE__);
</script></body></html>
`,
  },
  commands: ['astro build'],
  documented: ['vite: { plugins: [sluice()] }'],
  browser: { directory: 'dist/client' },
  server: 'dist/server',
  own: /\/\.prerender\//,
});
