// The parts of `npm run bench`: every folder beside this one that has a `part.mjs`.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const load = path.resolve(import.meta.dirname, '..');

/**
 * `isShort` parts run when none is named. `defaults` are the part's options with their defaults, each settable as
 * `--name`; what a default is (number, boolean, text) the option is. `run(options)` starts and stops what it needs,
 * prints tables and answers plain JSON.
 * @typedef {{ name: string, summary: string, isShort: boolean, defaults: Record<string, number | boolean | string>,
 *   run: (options: Record<string, any>) => Promise<{ part: string }> }} Part
 */

/** @returns {Promise<Part[]>} by name. Nothing that the build makes may be imported when a `part.mjs` is: `--help` builds nothing. */
export async function findParts() {
  const folders = (await readdir(load)).sort().filter((name) => existsSync(path.join(load, name, 'part.mjs')));
  return Promise.all(
    folders.map(async (name) => (await import(pathToFileURL(path.join(load, name, 'part.mjs')).href)).part),
  );
}
