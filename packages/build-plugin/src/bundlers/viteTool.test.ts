import { expect, test } from '@jest/globals';
import { viteTool } from './viteTool.js';

test.each([
  [[{ name: 'vite:x' }, [[{ name: 'nuxt:imports' }]]], 'Nuxt'],
  [[{ name: '@astro/plugin-pages' }], 'Astro'],
  [[{ name: 'astro:build' }], 'Astro'],
  [[[{ name: 'vite-plugin-sveltekit-setup' }]], 'SvelteKit'],
  [[{ name: 'nitro:main' }], 'Nitro'],
  [[{ name: 'vite:nuxt' }, { name: 'astronomy' }, false, null, Promise.resolve({ name: 'nuxt:x' })], undefined],
  [undefined, undefined],
])('the tool with the plugins %j is %s', (plugins, name) => {
  expect(viteTool(plugins)?.name).toBe(name);
});
