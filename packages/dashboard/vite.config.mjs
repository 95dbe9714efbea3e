import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The running system that the development server asks: `SLUICE_URL=http://localhost:8000 npx vite`. */
const system = process.env.SLUICE_URL ?? 'http://localhost:8000';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the same files work below any path.
  base: './',
  plugins: [react()],
  build: {
    assetsDir: '_app',
    manifest: 'manifest.json',
    // Every inlined file would be a data: URL that a policy must allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Browsers with `light-dark()`: older ones would get wrong colors instead of a longer style sheet.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
  },
  server: { proxy: { '^/(api|sdk|healthz)(/|$)': { target: system, changeOrigin: false } } },
});
