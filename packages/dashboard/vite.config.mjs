import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** The running system that the development server asks: `SLUICE_URL=http://localhost:8000 npx vite`. */
const system = process.env.SLUICE_URL ?? 'http://localhost:8000';

/** Our JSX runtime: it shows the invisible characters of texts (decision 0171). */
const JSX = 'visible-jsx';

/** Serves the document that plays recordings where `services/api` does. */
const replayFrame = {
  name: 'replay-frame',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url === '/replay-frame') request.url = '/replay-frame.html';
      next();
    });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the same files work below any path.
  base: './',
  plugins: [react({ jsxImportSource: JSX }), replayFrame],
  resolve: {
    alias: { [JSX]: path.join(import.meta.dirname, 'src/jsx') },
    // Packages that pages share with services are bundled from their sources.
    conditions: ['@sluice/source', ...defaultClientConditions],
  },
  build: {
    assetsDir: '_app',
    manifest: 'manifest.json',
    rolldownOptions: { input: ['index.html', 'replay-frame.html'] },
    // Every inlined file would be a data: URL that a policy must allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Browsers with `light-dark()`: older ones would get wrong colors instead of a longer style sheet.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
  },
  server: { proxy: { '^/(api|sdk|healthz)(/|$)': { target: system, changeOrigin: false } } },
});
