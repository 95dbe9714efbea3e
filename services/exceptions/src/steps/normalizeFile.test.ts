import { describe, expect, test } from '@jest/globals';
import { normalizeFile } from './normalizeFile.js';

describe('a file keeps its name from build to build', () => {
  test.each([
    ['webpack', 'https://a.b/static/js/cart.3f2a1b9c.js?v=2#x', 'cart'],
    ['webpack, chunk', 'https://a.b/static/js/cart.1234567890abcdef.chunk.js', 'cart'],
    ['webpack, a numbered chunk', 'https://a.b/123.abc123.chunk.js', '*'],
    ['webpack, a short hash', 'https://a.b/cart.3f2a1.js', 'cart'],
    ['webpack, vendors', 'https://a.b/vendors~cart.3f2a1b9c.js', 'vendors~cart'],
    ['Vite', 'https://a.b/assets/Cart-BxYzABcd.js', 'Cart'],
    ['Vite, separators in the hash', 'https://a.b/assets/Cart-Bx_Yz-12.js', 'Cart'],
    ['Vite, a hash that ends in a dash', 'https://a.b/assets/admin-BPNUoZH-.js', 'admin'],
    ['Vite, old browsers', 'https://a.b/assets/Cart-legacy-BxYzABcd.js', 'Cart'],
    ['Rollup, hex', 'https://a.b/js/admin.4e0da0bf.chunk.js', 'admin'],
    ['esbuild', 'https://a.b/admin-4HNQXYZ2.js', 'admin'],
    ['esbuild and Angular, a chunk', 'https://a.b/chunk-ABCDEFGH.mjs', '*'],
    ['Angular, both targets', 'https://a.b/lazy-es2015.3f2a1b9c4d5e6f708192.js', 'lazy'],
    ['Angular, the old target', 'https://a.b/lazy-es5.99aa1b9c4d5e6f708192.js', 'lazy'],
    ['Next, the app', 'https://a.b/_next/static/chunks/pages/_app-5f3cabcdef012345.js', '_app'],
    ['Next, a page of a directory', 'https://a.b/_next/static/chunks/app/users/page-3d428c1ba734e10f.js', 'users/page'],
    ['Next, a route', 'https://a.b/_next/static/chunks/pages/users/index-3d428c1ba734e10f.js', 'users/index'],
    ['Next, a chunk named by a hash', 'https://a.b/_next/static/chunks/fd9d1056-2c79e2a64abdb08b.js', '*'],
    ['Turbopack', 'https://a.b/_next/static/chunks/app_cart_tsx_1a2b3c4d._.js', 'app_cart_tsx'],
    ['Gatsby', 'https://a.b/component---src-pages-cart-tsx-1a2b3c4d5e6f.js', 'component---src-pages-cart-tsx'],
    ['Nuxt, nothing but a hash', 'https://a.b/_nuxt/Dk3XyzA9.js', '*'],
    ['Rails', `https://a.b/assets/shop-${'0123456789abcdef'.repeat(4)}.js`, 'shop'],
    ['a library’s version', 'https://a.b/js/jquery-3.6.0.min.js', 'jquery'],
    ['React Native', 'index.android.bundle', 'index.android'],
    ['Expo', `/data/user/0/com.a/files/.expo-internal/shop-${'613EDD44F3305B9D'.repeat(4)}`, 'shop'],
  ])('%s', (_name, file, expected) => {
    expect(normalizeFile(file).name).toBe(expected);
  });
});

describe('a word is no hash', () => {
  test.each([
    ['https://a.b/user-settings.js', 'user-settings'],
    ['https://a.b/app.component-Settings.js', 'app.component-Settings'],
    ['https://a.b/crypto-sha256.js', 'crypto-sha256'],
    ['https://a.b/home-userList.js', 'home-userList'],
    ['/srv/app/users.controller.js', 'users.controller'],
    ['/srv/app/not-found.js', 'not-found'],
    ['https://a.b/feedface.js', 'feedface'],
  ])('%s', (file, expected) => {
    expect(normalizeFile(file)).toEqual({ name: expected, kind: 'file' });
  });
});

describe('a file is the same in any directory', () => {
  test.each([
    ['an origin', 'https://a.b/js/cart.js', 'https://cdn.c/x/y/cart.js?z', 'cart'],
    ['a server’s directory', '/srv/releases/20260101/cart.js', 'C:\\deploy\\cart.js', 'cart'],
    ['a module’s address', 'file:///srv/app/cart.mjs', '/home/me/cart.js', 'cart'],
    [
      'the store of a package manager',
      '/a/node_modules/.pnpm/x@1.2.3/node_modules/x/lib/y.js',
      'node_modules/x/lib/y.js',
      'x/lib/y',
    ],
    ['a namespace of webpack', 'webpack://shop/./src/cart.ts?1a2b', 'webpack:///./src/cart.ts', 'src/cart'],
    ['a layer of Next', 'webpack-internal:///(rsc)/./src/cart.tsx', 'webpack:///src/cart.tsx', 'src/cart'],
    ['how far up a map looks', '../../src/cart.ts', './src/cart.ts', 'src/cart'],
    ['a version of Node', 'node:internal/timers', 'node:internal/timers', 'internal/timers'],
    ['a page', 'https://a.b/orders/12', 'https://a.b/?q=1', '<page>'],
    ['a worker made at run time', 'blob:https://a.b/0b9b3a52', 'blob:https://a.b/1b9b3a52', '<made>'],
  ])('%s', (_name, left, right, expected) => {
    expect([normalizeFile(left).name, normalizeFile(right).name]).toEqual([expected, expected]);
  });

  test.each([
    ['names that every directory has', '/srv/shop/users/index.js', '/srv/shop/orders/index.js'],
    ['directories of sources', 'webpack:///./src/users/list.ts', 'webpack:///./src/orders/list.ts'],
    ['libraries', '/a/node_modules/x/index.js', '/a/node_modules/y/index.js'],
  ])('but not for other %s', (_name, left, right) => {
    expect(normalizeFile(left).name).not.toBe(normalizeFile(right).name);
  });
});
