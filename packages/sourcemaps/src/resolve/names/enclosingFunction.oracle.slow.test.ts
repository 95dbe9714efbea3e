import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { enclosingFunction } from './enclosingFunction.js';

/** Code of many hands: TypeScript of this package, TypeScript of zod, JavaScript of luxon and of webpack. */
const DIRECTORIES = [
  'packages/sourcemaps/src',
  'node_modules/zod/src/v4/core',
  'node_modules/luxon/src',
  'node_modules/webpack/lib/optimize',
];
const ROOT = path.resolve(import.meta.dirname, '../../../../..');
/** One call of so many is looked at. */
const EVERY = 7;

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
  if (ts.isExportAssignment(parent)) return 'default';
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

interface Expected {
  /** The nearest function that has a name. */
  readonly name: string | null;
  /** Whether that begins within reach. */
  readonly isNear: boolean;
}

function expectedAt(place: ts.Node, file: ts.SourceFile): Expected {
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line;
  for (let node = place; !ts.isSourceFile(node); node = node.parent) {
    const name = functionNameOf(node);
    if (typeof name === 'string') return { name, isNear: lineOf(place) - lineOf(node) < 50 };
  }
  return { name: null, isNear: true };
}

test('agrees with the TypeScript parser on real code', () => {
  const files = DIRECTORIES.flatMap((directory) =>
    readdirSync(path.join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d|\.test)\.(?:ts|js)$/.test(file))
      .map((file) => path.join(ROOT, directory, file)),
  );
  const tally = { calls: 0, near: 0, agreed: 0, otherwise: 0 };
  const look = (place: ts.Node, file: ts.SourceFile): void => {
    const { line, character: column } = file.getLineAndCharacterOfPosition(place.getStart(file));
    const lines = file.text.split(/\r\n|[\n\r]/);
    const around = { before: lines.slice(Math.max(0, line - 60), line), line: lines[line] ?? '', after: [] };
    const { nearest } = enclosingFunction(around, { line: line + 1, column });
    const { name, isNear } = expectedAt(place, file);
    if (isNear) tally.near++;
    if (isNear && nearest === name) tally.agreed++;
    if (nearest !== null && nearest !== name) tally.otherwise++;
  };
  for (const path of files) {
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && tally.calls++ % EVERY === 0) {
        look(ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression, file);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  expect(tally.near).toBeGreaterThan(500);
  expect(tally.agreed / tally.near).toBeGreaterThan(0.99);
  expect(tally.otherwise / tally.near).toBeLessThan(0.01);
}, 120_000);
