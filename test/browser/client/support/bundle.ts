import { build } from 'esbuild';
import { repoRoot } from '../../../e2e/support/repoRoot.js';

const made = new Map<string, Promise<string>>();

async function make(source: string): Promise<string> {
  const built = await build({
    stdin: { contents: source, resolveDir: repoRoot, loader: 'ts', sourcefile: 'page.ts' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@sluice/source'],
    write: false,
    logLevel: 'silent',
  });
  return built.outputFiles[0]?.text ?? '';
}

/** Bundles a module into one script for a page; `@sluice/client` resolves to the SDK of this checkout. */
export function bundle(source: string): Promise<string> {
  const before = made.get(source);
  if (before !== undefined) return before;
  const now = make(source);
  made.set(source, now);
  return now;
}
