// `node --experimental-import-meta-resolve loadModules.mjs <root of the image>`: loads every package that a built file of a workspace
// imports, from there, and every package for this platform. Prints, as JSON, what was loaded and what could not be.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = process.argv[2];
const require = createRequire(import.meta.url);
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const loaded = [];
const failed = [];

/** Packages that the built files of a workspace import, statically or when they need them, each with a file that does. */
function importedBy(workspace) {
  const { dependencies = {}, optionalDependencies = {} } = readJson(path.join(workspace, 'package.json'));
  // Everything is bundled.
  if (Object.keys({ ...dependencies, ...optionalDependencies }).length === 0) return [];
  const dist = path.join(workspace, 'dist');
  const files = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.js'));
  const found = new Map();
  for (const file of files.map((name) => path.join(dist, name))) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
    for (const { fileName: name } of importedFiles) if (!/^(?:\.|node:)/.test(name)) found.set(name, file);
  }
  return [...found];
}

/** Places of installed packages that only some platforms have. */
function bindings() {
  const modules = path.join(root, 'node_modules');
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(modules, name)).map((one) => `${name}/${one}`) : [name],
  );
  const places = names.filter((name) => !name.startsWith('.')).map((name) => path.join(modules, name));
  return places.filter((place) => readJson(path.join(place, 'package.json')).cpu !== undefined);
}

for (const group of ['packages', 'services']) {
  for (const workspace of readdirSync(path.join(root, group))) {
    for (const [name, file] of importedBy(path.join(root, group, workspace))) {
      try {
        await import(import.meta.resolve(name, pathToFileURL(file).href));
        loaded.push(name);
      } catch (error) {
        failed.push(`${path.relative(root, file)}: ${error.message}`);
      }
    }
  }
}
for (const place of bindings()) {
  try {
    require(place);
    loaded.push(path.relative(path.join(root, 'node_modules'), place));
  } catch (error) {
    failed.push(`${path.relative(root, place)}: ${error.message}`);
  }
}
process.stdout.write(JSON.stringify({ loaded: [...new Set(loaded)].sort(), failed }), () => process.exit());
