import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { repoRoot } from '../../e2e/support/repoRoot.js';

/** A regular expression literal in the source. */
export interface RegexpLiteral {
  /** `packages/x/src/y.ts: /…/` */
  readonly name: string;
  readonly pattern: RegExp;
}

function* filesIn(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && !['testing', 'dist', 'node_modules'].includes(entry.name)) yield* filesIn(path);
    else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')) yield path;
  }
}

/** Returns the literals in the sources of these workspaces, except tests and test support. */
export function regexpLiterals(workspaces: readonly string[]): readonly RegexpLiteral[] {
  const found = new Map<string, RegexpLiteral>();
  for (const workspace of workspaces) {
    for (const file of filesIn(join(repoRoot, workspace, 'src'))) {
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
      const visit = (node: ts.Node): void => {
        if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
          const { text } = node as ts.RegularExpressionLiteral;
          const end = text.lastIndexOf('/');
          const name = `${relative(repoRoot, file)}: ${text}`;
          found.set(name, { name, pattern: new RegExp(text.slice(1, end), text.slice(end + 1)) });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
  }
  return [...found.values()];
}
