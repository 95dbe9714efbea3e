import { expect, test } from '@jest/globals';
import { resourceOf } from './resourceOf.js';

test.each([
  ['webpack:///./a-loader.js!./src/a.ts', 'webpack:///./src/a.ts'],
  ['webpack:///./a-loader.js!/home/ci/a.ts', 'webpack:///home/ci/a.ts'],
  ['webpack:///./a-loader.js?x!./src/Wow!/Cart.vue?x=a!b', 'webpack:///./src/Wow!/Cart.vue?x=a!b'],
  ['webpack:///./tools/transform.js!./src/a.md', 'webpack:///./src/a.md'],
  ['webpack:///./~/babel-loader!./src/a.js', 'webpack:///./src/a.js'],
  ['webpack:///./node_modules/x/t.js??ref!/home/ci/a.ts', 'webpack:///home/ci/a.ts'],
  ['https://a.b/webpack-internal:///./a-loader.js!./src/a.ts', 'https://a.b/webpack-internal:///./src/a.ts'],
  ['rspack://shop/./a-loader.js?x!./b-loader.js!./src/a.ts', 'rspack://shop/./src/a.ts'],
  ['../node_modules/babel-loader/lib/index.js??ref!./src/a.js', './src/a.js'],
  ['D:\\shop\\loaders\\x.js!D:\\shop\\a.js', 'D:\\shop\\a.js'],
])('the resource of %s is %s', (file, resource) => {
  expect(resourceOf(file)).toBe(resource);
});

test.each([
  'https://cdn/uploader/app!v2.js',
  'https://cdn/my-loader/app.js!v2.js',
  'https://h/loader.js?x=a!b',
  'https://h/a-loader.js?x=!./b.js',
  'https://h/a.js?from=./a-loader.js!./b.js',
  'D:\\downloader\\wow!\\a.js',
  'D:\\file-loader\\wow!\\a.js',
  '/srv/node_modules/wow!/a.js',
  '/srv/my-loader!/a.js',
  'webpack:///./src/Wow!/Cart.vue',
  'webpack:///./src/uploader/Wow!/Cart.vue',
  'webpack://a-loader/./src/Wow!/Cart.vue',
  'webpack:///./a-loader.js!',
  '!',
  '!!./a.js',
])('%s stays whole', (file) => {
  expect(resourceOf(file)).toBe(file);
});
