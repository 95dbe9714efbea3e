import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as page from '../browser/index.js';
import { close } from '../core/flush.js';
import * as node from './index.js';

/**
 * Compiles only if the Node entry accepts everything that the browser entry accepts, so that one module works on both
 * sides.
 */
const sameCalls: typeof page = node;
type Missing<OfPage, OfNode> = readonly Exclude<keyof OfPage, keyof OfNode>[];
const missingOptions: readonly (readonly never[])[] = [
  [] as Missing<page.ReplayOptions, node.ReplayOptions>,
  [] as Missing<page.HttpSpansOptions, node.HttpSpansOptions>,
];

describe('the entry of Node', () => {
  afterEach(async () => {
    await close();
    jest.restoreAllMocks();
  });

  it('has every name of the entry of pages', () => {
    expect(missingOptions.flat()).toEqual([]);
    expect(Object.keys(sameCalls)).toEqual(expect.arrayContaining(Object.keys(page)));
    expect(exportsOf('index.ts')).toEqual(expect.arrayContaining(exportsOf('../browser/index.ts')));
  });

  it('has these additional exports', () => {
    expect(Object.keys(node).filter((name) => !(name in page))).toEqual([
      'expressErrors',
      'expressRequests',
      'fastifyRequests',
      'flushOnExit',
      'honoRequests',
      'koaRequests',
      'nestErrors',
      'uncaughtErrors',
      'unhandledRejections',
    ]);
  });

  it('accepts the integrations of pages, which do nothing', () => {
    const said = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'log')];
    const before = process.eventNames().map((name) => [name, process.listenerCount(name)]);
    const { breadcrumbs, browserTracing, globalErrors, hits, httpErrors, replay, webVitals } = node;
    const integrations = [
      breadcrumbs({ clicks: false }),
      browserTracing({ nameOf: (address) => address }),
      globalErrors(),
      hits(),
      httpErrors({ isError: () => true }),
      replay({ sampleRate: 1 }),
      webVitals(),
    ];
    node.init({ transport: () => ({ send: () => undefined }), debug: true, integrations });
    const names = ['breadcrumbs', 'browserTracing', 'globalErrors', 'hits', 'httpErrors', 'replay', 'webVitals'];
    expect(integrations.map(({ name }) => name)).toEqual(names);
    expect(integrations.map((one) => one.setup(node.getClient() as node.Client))).toEqual(names.map(() => undefined));
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
    expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(
      expect.arrayContaining(before),
    );
  });

  it.each([null, 7, { integrations: null }, { integrations: [null, false] }])('does not throw at %j', (options) => {
    expect(() => node.init(options as never)).not.toThrow();
  });
});

/** Returns the exported names of a file, including types. */
function exportsOf(file: string): string[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.filter(ts.isExportDeclaration).flatMap(({ exportClause, moduleSpecifier }) =>
    exportClause && ts.isNamedExports(exportClause)
      ? exportClause.elements.map(({ name }) => name.text)
      : // Of all that is in another file: the same file on both sides.
        [`* of ${(moduleSpecifier as ts.StringLiteral).text}`],
  );
}
