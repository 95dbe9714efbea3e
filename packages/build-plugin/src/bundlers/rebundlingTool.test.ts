import { expect, test } from '@jest/globals';
import { rebundlingTool } from './rebundlingTool.js';

test.each([
  [[{ name: 'vite:x' }, [[{ name: 'nuxt:imports' }]]], 'Nuxt'],
  [[[{ name: 'vite-plugin-sveltekit-setup' }]], 'SvelteKit'],
  [[{ name: 'nitro:main' }], 'Nitro'],
  [[{ name: 'vite:nuxt' }, false, null, Promise.resolve({ name: 'nuxt:x' })], undefined],
  [undefined, undefined],
])('with the plugins %j, the server is bundled again by %s', (plugins, tool) => {
  expect(rebundlingTool(plugins)?.tool).toBe(tool);
});
