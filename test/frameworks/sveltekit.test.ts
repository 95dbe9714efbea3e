import { testFramework } from './support/testFramework.js';

const app = {
  'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
  'src/lib/cart.js': '',
  'src/routes/+page.svelte': `<script>
  import { priceOf } from '../lib/cart.js';
  let { data } = $props();
</script>
<button onclick={() => priceOf({ price: 1, count: -1 })}>{data.price} {__SLUICE_RELEASE__}</button>
`,
  'src/routes/+page.server.js': `import { priceOf } from '../lib/cart.js';
export const load = ({ url }) => ({ price: priceOf({ price: 3, count: Number(url.searchParams.get('count') ?? 1) }) });
`,
};

testFramework({
  name: 'SvelteKit 3.2.0',
  dependencies: {
    '@sveltejs/adapter-node': '6.0.1',
    '@sveltejs/kit': '3.2.0',
    '@sveltejs/vite-plugin-svelte': '7.3.1',
    svelte: '5.57.3',
    vite: '8.3.8',
  },
  needsNewNode: true,
  files: {
    ...app,
    'vite.config.js': `import adapter from '@sveltejs/adapter-node';
import { sveltekit as kit } from '@sveltejs/kit/vite';
import sluice from '@sluice/build-plugin/vite';
const sveltekit = () => kit({ adapter: adapter() });
export default { plugins: [sveltekit(), sluice()] };
`,
  },
  commands: ['vite build'],
  documented: ['plugins: [sveltekit(), sluice()]'],
  browser: { directory: 'build/client' },
  server: 'build',
});

testFramework({
  name: 'SvelteKit 2.70.4',
  dependencies: {
    '@sveltejs/adapter-node': '5.5.7',
    '@sveltejs/kit': '2.70.4',
    '@sveltejs/vite-plugin-svelte': '6.2.4',
    svelte: '5.57.3',
    vite: '7.3.8',
  },
  files: {
    ...app,
    'svelte.config.js': `import adapter from '@sveltejs/adapter-node';
export default { kit: { adapter: adapter() } };
`,
    'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';
import sluice from '@sluice/build-plugin/vite';
export default { plugins: [sveltekit(), sluice()] };
`,
  },
  commands: ['vite build'],
  documented: ['plugins: [sveltekit(), sluice()]'],
  browser: { directory: 'build/client' },
  server: 'build',
});
