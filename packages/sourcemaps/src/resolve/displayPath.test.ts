import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { displayPath, isOriginalInApp } from './displayPath.js';

const SHOWN: readonly (readonly [source: string, shown: string, inApp: boolean])[] = [
  ['src/a.ts', 'src/a.ts', true],
  ['./src/a.ts', 'src/a.ts', true],
  // webpack
  ['webpack://shop/./src/a.ts?1a2b', 'src/a.ts', true],
  ['webpack://shop/src/a.ts', 'src/a.ts', true],
  ['webpack:///./src/a.ts', 'src/a.ts', true],
  ['webpack:///src/a.ts', 'src/a.ts', true],
  ['webpack:///a.ts', 'a.ts', true],
  ['webpack:///../shared/a.ts', 'shared/a.ts', true],
  ['webpack://_N_E/./src/app/page.tsx?80a1', 'src/app/page.tsx', true],
  ['webpack-internal:///./src/a.ts', 'src/a.ts', true],
  ['webpack-internal:///(app-pages-browser)/./src/a.tsx', 'src/a.tsx', true],
  ['webpack://shop/(shop)/page.tsx', '(shop)/page.tsx', true],
  ['webpack://shop/webpack/runtime/chunk loaded', 'webpack/runtime/chunk loaded', false],
  ['webpack:///webpack/bootstrap 1a2b3c4d', 'webpack/bootstrap', false],
  ['webpack:///webpack/universalModuleDefinition', 'webpack/universalModuleDefinition', false],
  ['webpack:///(webpack)/buildin/global.js', '(webpack)/buildin/global.js', false],
  ['webpack:///external "react"', 'external "react"', false],
  ['webpack:///./~/react/index.js', 'node_modules/react/index.js', false],
  ['webpack:///~/react/index.js', 'node_modules/react/index.js', false],
  ['webpack:///./node_modules/react/index.js', 'node_modules/react/index.js', false],
  ['webpack://shop/./app/~/a.js', 'app/node_modules/a.js', false],
  // webpack's loaders
  [
    'webpack:///./node_modules/cache-loader/dist/cjs.js?!./node_modules/vue-loader/lib/index.js?!./src/Cart.vue?vue&type=script',
    'src/Cart.vue',
    true,
  ],
  ['webpack-internal:///(rsc)/./node_modules/babel-loader/lib/index.js!./src/Home.vue', 'src/Home.vue', true],
  ['webpack:///./node_modules/ts-loader/index.js??ref--1!./node_modules/a/b.ts', 'node_modules/a/b.ts', false],
  ['webpack:///./a-loader.js!/home/ci/a.ts', 'home/ci/a.ts', true],
  ['../node_modules/babel-loader/lib/index.js??ref!./src/a.js', 'src/a.js', true],
  ['src/wow!/a.ts', 'src/wow!/a.ts', true],
  // Turbopack
  ['turbopack:///[project]/src/a.ts', 'src/a.ts', true],
  ['turbopack://[project]/src/a.ts', 'src/a.ts', true],
  ['turbopack:///[project]/src/a.tsx [app-client] (ecmascript)', 'src/a.tsx', true],
  ['[project]/src/a.ts', 'src/a.ts', true],
  ['turbopack://[next]/dist/client.js', '[next]/dist/client.js', false],
  ['turbopack:///[turbopack]/browser/runtime/base.ts', '[turbopack]/browser/runtime/base.ts', false],
  ['turbopack:///[project]/src/app/[slug]/page.tsx', 'src/app/[slug]/page.tsx', true],
  // Angular
  ['ng:///AppModule/AppComponent.ngfactory.js', 'AppModule/AppComponent.ngfactory.js', true],
  ['ng://@angular/core/src/a.ts', '@angular/core/src/a.ts', true],
  // Rollup, Rolldown
  ['../../src/a.ts', 'src/a.ts', true],
  ['../../node_modules/lodash/lodash.js', 'node_modules/lodash/lodash.js', false],
  ['../../../src/a.js?commonjs-es-import', 'src/a.js', true],
  ['\0commonjsHelpers.js', 'commonjsHelpers.js', false],
  ['../../\0vite/preload-helper.js', 'vite/preload-helper.js', false],
  ['\0rolldown/runtime.js', 'rolldown/runtime.js', false],
  // Vite
  ['/@fs/home/me/shop/src/a.ts', '/home/me/shop/src/a.ts', true],
  ['/@fs/C:/shop/src/a.ts', 'C:/shop/src/a.ts', true],
  ['/@id/__x00__virtual:config', 'virtual:config', true],
  ['/@vite/client', '/@vite/client', false],
  ['http://localhost:5173/src/App.vue?t=1700', 'src/App.vue', true],
  ['src/App.vue?vue&type=script&setup=true&lang.ts', 'src/App.vue', true],
  // Others
  ['https://shop.example/src/a.ts', 'src/a.ts', true],
  ['app:///src/a.ts', 'src/a.ts', true],
  ['meteor://💻app/imports/a.js', 'imports/a.js', true],
  [
    'node_modules/.pnpm/react@19.0.0/node_modules/react/index.js',
    'node_modules/.pnpm/react@19.0.0/node_modules/react/index.js',
    false,
  ],
  // Where it was built
  ['/home/ci/shop/src/a.ts', '/home/ci/shop/src/a.ts', true],
  ['C:\\ci\\shop\\src\\a.ts', 'C:\\ci\\shop\\src\\a.ts', true],
  ['file:///home/ci/shop/src/a.ts', '/home/ci/shop/src/a.ts', true],
  ['file:///C:/ci/shop/src/a.ts', 'C:/ci/shop/src/a.ts', true],
  ['file://server/share/a.ts', '//server/share/a.ts', true],
  // Nothing to clean, or nothing left
  ['custom://host/a.ts', 'custom://host/a.ts', true],
  ['src/a#b.ts', 'src/a#b.ts', true],
  ['?', '?', true],
  ['../', '../', true],
  ['webpack:///', 'webpack:///', true],
  ['', '', false],
];

describe('a source', () => {
  test.each(SHOWN)('%j is shown as %j', (source, shown) => {
    expect(displayPath(source)).toBe(shown);
  });

  test.each(SHOWN)('%j, shown as %j: the application’s own is %j', (source, _, inApp) => {
    expect(isOriginalInApp(source, null, false)).toBe(inApp);
  });

  test('that is not known is the application’s own where its frame is', () => {
    expect([isOriginalInApp(null, 'f', true), isOriginalInApp(null, 'f', false)]).toEqual([true, false]);
  });

  test('takes linear time', () => {
    const ms = cpuMs(() => {
      for (const part of ['../', '~/', '?', '[a] ', '(a)/', ' [', '/', '\0', 'a:'])
        displayPath(`webpack:///${part.repeat(300_000)}`);
    });
    expect(ms).toBeLessThan(5_000);
  });
});
