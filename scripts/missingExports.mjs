// What `.mjs` programs import of each other and of packages exists: no compiler checks them, and many run at night only.
import path from 'node:path';
import ts from 'typescript';
import { exportsOf, parse } from './weigh.mjs';

const WORKSPACE = /^(?:packages|services)\/[^/]+\//;

/**
 * Returns a line for each import of a missing file or export in `.mjs` files. It reads `import … from`, and what is awaited of
 * `import('…')` and `load('<path from the root>')`, also in programs within strings. A built file stands for its source.
 * @param {readonly string[]} files paths from the root
 * @param {(file: string) => string} read
 */
export function missingExports(files, read) {
  const manifests = files
    .filter((file) => /^(?:packages|services)\/[^/]+\/package\.json$/.test(file))
    .map((file) => ({ folder: path.posix.dirname(file), ...JSON.parse(read(file)) }));
  const entries = new Map(manifests.flatMap(entriesOf));
  const isOurs = (module) =>
    module.startsWith('.') ||
    WORKSPACE.test(module) ||
    manifests.some(({ name }) => module === name || module.startsWith(`${name}/`));
  const fileOf = (module, from) => {
    if (entries.has(module)) return entries.get(module);
    const target = WORKSPACE.test(module) ? module : path.posix.join(path.posix.dirname(from), module);
    const source = target.replace(/^((?:packages|services)\/[^/]+)\/dist\//, '$1/src/');
    return [target, source.replace(/\.js$/, '.ts'), source.replace(/\.js$/, '.tsx')].find((one) => files.includes(one));
  };
  const cache = new Map();
  const namesIn = (file) => {
    if (!cache.has(file)) {
      const source = parse(file, read(file));
      const passedOn = starsIn(source).flatMap((module) => namesIn(fileOf(module, file)));
      cache.set(file, [...exportsOf(source), ...passedOn]);
    }
    return cache.get(file);
  };
  const problemsIn = (file) =>
    importsIn(parse(file, read(file))).flatMap(({ module, names }) => {
      if (!isOurs(module)) return [];
      const imported = fileOf(module, file);
      if (imported === undefined) return [`${file}: ${module} does not exist`];
      if (!/\.(?:mjs|tsx?)$/.test(imported)) return [];
      return names
        .filter((name) => !namesIn(imported).includes(name))
        .map((name) => `${file}: ${module} has no ${name}`);
    });
  return files.filter((file) => file.endsWith('.mjs')).flatMap(problemsIn);
}

/** The source of each entry of a workspace, by the name under which it is imported. */
const entriesOf = ({ folder, name, exports = {} }) =>
  Object.entries(exports).flatMap(([entry, { '@sluice/source': source }]) => {
    const file = source?.node ?? source;
    return file === undefined ? [] : [[path.posix.join(name, entry), path.posix.join(folder, file)]];
  });

const starsIn = ({ statements }) =>
  statements
    .filter((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier && !statement.exportClause)
    .map(({ moduleSpecifier }) => moduleSpecifier.text);

/** @returns {{ module: string, names: string[] }[]} */
function importsIn(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) {
      found.push({ module: node.moduleSpecifier.text, names: namesOf(node.importClause ?? node) });
    } else if (ts.isCallExpression(node) && /^(?:import|load)$/.test(node.expression.getText(source))) {
      const [module] = node.arguments;
      if (ts.isStringLiteralLike(module)) found.push({ module: module.text, names: namesOfAwaited(node.parent) });
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isStringLiteralLike(node) ? node.text : textOf(node);
      if (text.includes(" from '@")) found.push(...importsIn(parse(source.fileName, text)));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const textOf = ({ head, templateSpans }) =>
  [head, ...templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' ');

function namesOf({ name, namedBindings, exportClause }) {
  const { elements = [] } = namedBindings ?? exportClause ?? {};
  return [...(name === undefined ? [] : ['default']), ...elements.map(importedName)];
}

/** Names in `{ a, b: c } = await import('…')` and `(await import('…')).a`. */
function namesOfAwaited(awaiting) {
  const { parent } = awaiting;
  if (ts.isParenthesizedExpression(parent)) {
    return ts.isPropertyAccessExpression(parent.parent) ? [parent.parent.name.text] : [];
  }
  const isPattern = ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name);
  return isPattern ? parent.name.elements.filter(({ dotDotDotToken }) => !dotDotDotToken).map(importedName) : [];
}

const importedName = ({ propertyName, name }) => (propertyName ?? name).text;
