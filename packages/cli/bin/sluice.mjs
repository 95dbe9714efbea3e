#!/usr/bin/env node
// Runs what `npm run build` (or `npm start`) has built; builds by itself only where nothing is there yet.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const main = path.resolve(import.meta.dirname, '../dist/main.js');
const buildScript = path.resolve(import.meta.dirname, '../../../scripts/build.mjs');

if (!existsSync(main) && existsSync(buildScript)) {
  const { build } = await import(pathToFileURL(buildScript).href);
  await build();
}
if (existsSync(main)) {
  await import(pathToFileURL(main).href);
} else {
  process.stderr.write('sluice: not built yet. Run: npm run build\n');
  process.exitCode = 1;
}
