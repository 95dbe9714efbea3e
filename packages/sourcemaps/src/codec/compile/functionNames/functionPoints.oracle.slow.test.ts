import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { findFunctionPoints } from './functionPoints.js';
import { SourceParser } from './sourceParser.js';

/** Code of many hands: TypeScript of this package, TypeScript of zod, JavaScript of luxon and of webpack. */
const DIRECTORIES = [
  'packages/sourcemaps/src',
  'node_modules/zod/src/v4/core',
  'node_modules/luxon/src',
  'node_modules/webpack/lib/optimize',
];
const ROOT = path.resolve(import.meta.dirname, '../../../../../..');

test('the scanner agrees with the TypeScript parser on real code', () => {
  const files = DIRECTORIES.flatMap((directory) =>
    readdirSync(path.join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d|\.test)\.(?:ts|js)$/.test(file))
      .map((file) => path.join(ROOT, directory, file)),
  );
  let calls = 0;
  const different: string[] = [];
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const tree = new SourceParser().parse(path, text);
    if (typeof tree === 'string') throw new Error(`${path}: ${tree}`);
    const points = findFunctionPoints(tree, text);
    const compare = (place: ts.Node): void => {
      const offset = place.getStart(file);
      const found = points.findLast((point) => point.offset <= offset)?.enclosing?.nearest ?? null;
      const expected = expectedAt(place);
      if (found !== expected) different.push(`${path}:${offset}: ${String(found)}, not ${String(expected)}`);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        calls += 1;
        compare(ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  expect(calls).toBeGreaterThan(3_500);
  expect(different).toEqual([]);
}, 120_000);

/** Name of a key as it is written; `null` where it is computed. */
function keyOf(name: ts.Node | undefined): string | null {
  if (name === undefined) return null;
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name)) return name.text;
  if (ts.isPropertyAccessExpression(name)) return name.name.text;
  if (ts.isElementAccessExpression(name))
    return ts.isStringLiteralLike(name.argumentExpression) ? keyOf(name.argumentExpression) : null;
  return null;
}

function assignedName({ parent }: ts.Node, node: ts.Node): string | null {
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent))
    return keyOf(parent.name);
  // A default is named after its parameter, as V8 does.
  if (ts.isParameter(parent) || ts.isBindingElement(parent)) return keyOf(parent.name);
  if (ts.isExportAssignment(parent)) return 'default';
  if (ts.isCallExpression(parent) && parent.expression.getText() === 'memoize') return assignedName(parent, parent);
  const isAssignment =
    ts.isBinaryExpression(parent) && parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssignment ? keyOf(parent.left) : null;
}

/** Name of a function; `undefined` where the node is none. */
function functionNameOf(node: ts.Node): string | null | undefined {
  if (ts.isConstructorDeclaration(node))
    return `new ${node.parent.name?.text ?? String(assignedName(node.parent, node.parent))}`;
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) return keyOf(node.name);
  if (ts.isFunctionDeclaration(node)) return node.name?.text ?? 'default';
  if (ts.isFunctionExpression(node)) return node.name?.text ?? assignedName(node, node);
  return ts.isArrowFunction(node) ? assignedName(node, node) : undefined;
}

/** Name of the nearest function around a node that has one. */
function expectedAt(place: ts.Node): string | null {
  for (let node = place; !ts.isSourceFile(node); node = node.parent) {
    const name = functionNameOf(node);
    if (typeof name === 'string') return name;
  }
  return null;
}
