import { testFramework } from './support/testFramework.js';

const dependencies = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' };

const app = {
  'app/layout.jsx': `export default function Layout({ children }) {
  return <html><body>{children}</body></html>;
}
`,
  'app/page.jsx': `import Cart from './button';
export const dynamic = 'force-dynamic';
export default function Page() {
  return <Cart count={Number(process.env.COUNT ?? 1)} />;
}
`,
  'app/button.jsx': `'use client';
import { priceOf } from './cart';
export default function Button({ count }) {
  return <button onClick={() => priceOf({ price: 1, count: -count })}>{priceOf({ price: 3, count })} {__SLUICE_RELEASE__}</button>;
}
`,
  'app/cart.js': '',
};

testFramework({
  name: 'Next 16.4.6, `next build --webpack`',
  dependencies,
  files: {
    ...app,
    'next.config.mjs': `import sluice from '@sluice/build-plugin/webpack';
export default {
  webpack(config) { config.plugins.push(sluice()); return config; },
};
`,
  },
  commands: ['next build --webpack'],
  documented: ['webpack(config) { config.plugins.push(sluice()); return config; }', 'next build --webpack'],
  browser: { directory: '.next/static', prefix: '_next/static/' },
  server: '.next/server',
  isBrowserFirst: true,
});

testFramework({
  name: 'Next 16.4.6, Turbopack',
  dependencies,
  files: {
    ...app,
    'next.config.mjs': `export default {
  productionBrowserSourceMaps: true,
  experimental: { serverSourceMaps: true },
  compiler: { define: { __SLUICE_RELEASE__: process.env.SLUICE_RELEASE } },
};
`,
  },
  commands: [
    'next build',
    'sluice sourcemaps upload .next/static --url-prefix _next/static',
    'sluice sourcemaps upload .next/server --url-prefix .next/server',
    'sluice sourcemaps clean .next',
  ],
  documented: [
    'productionBrowserSourceMaps: true,\n  experimental: { serverSourceMaps: true },\n  compiler: { define: { __SLUICE_RELEASE__: process.env.SLUICE_RELEASE } },',
    'sluice sourcemaps upload .next/static --url-prefix _next/static',
    'sluice sourcemaps upload .next/server --url-prefix .next/server',
    'sluice sourcemaps clean .next',
  ],
  browser: { directory: '.next/static', prefix: '_next/static/' },
  server: '.next/server',
  own: /polyfill-nomodule/,
});
