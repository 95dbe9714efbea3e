#!/usr/bin/env node
// Runs the program that `npm run build` (or `npm start`) has built; builds only if there is none yet. This file must
// also run on an old Node, to report that it is too old.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const main = path.resolve(here, '../dist/sluice.js');
const buildScript = path.resolve(here, '../../../scripts/build.mjs');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`sluice: Node 20.19 or later is needed; this is ${process.versions.node}.\n`);
  process.exit(1);
}
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
