import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { repoRoot } from './repoRoot.js';

/** A minified program with its map, and a stack that it really threw. */
export interface Build {
  /** Path of the file, as an upload names it: `assets/app.js`. */
  readonly filename: string;
  /** JSON text of the map. */
  readonly map: string;
  /** As V8 printed it, with the file at `https://shop.example/`. */
  readonly stack: string;
}

const CART = `export interface Item { price: number; count: number }

/** What all of it costs. */
export function totalOf(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + priceOf(item), 0);
}

function priceOf(item: Item): number {
  if (item.count < 0) {
    throw new RangeError('count of an item is ' + item.count);
  }
  return item.price * item.count;
}
`;

const MAIN = `import { totalOf } from './cart';

class Shop {
  checkout(): number {
    return totalOf([{ price: 3, count: 1 }, { price: 1, count: -1 }]);
  }
}

(globalThis as any).start = () => new Shop().checkout();
`;

/** Position at which {@link buildShop} throws, and its caller: the expected resolved stack. */
export const SHOP_FRAMES = [
  {
    file: 'src/cart.ts',
    function: 'priceOf',
    line: 10,
    text: "    throw new RangeError('count of an item is ' + item.count);",
  },
  { file: 'src/cart.ts', line: 5 },
  // The frame of Array.reduce is between the two; it has no source.
  undefined,
  { file: 'src/cart.ts', function: 'totalOf', line: 5 },
  { file: 'src/main.ts', function: 'checkout', line: 5 },
] as const;

/**
 * Builds a small shop with esbuild and runs it until it throws.
 *
 * @param before code inserted at the beginning: it shifts all positions and changes minified names, but not the
 *   program
 */
export function buildShop(filename = 'assets/app.js', before = ''): Build {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-build-'));
  try {
    const output = join(directory, 'out.js');
    mkdirSync(join(directory, 'src'));
    writeFileSync(join(directory, 'src/main.ts'), before + MAIN);
    writeFileSync(join(directory, 'src/cart.ts'), CART);
    const options = {
      absWorkingDir: directory,
      entryPoints: ['src/main.ts'],
      bundle: true,
      minify: true,
      sourcemap: 'external',
      format: 'iife',
      outfile: output,
    };
    // In a separate process, because it does not run within Jest's realm.
    const run = `require('esbuild').buildSync(${JSON.stringify(options)})`;
    execFileSync(process.execPath, ['-e', run], { cwd: repoRoot });
    const code = readFileSync(output, 'utf8');
    return { filename, map: readFileSync(`${output}.map`, 'utf8'), stack: stackOf(code, filename) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function stackOf(code: string, filename: string): string {
  const context = createContext({});
  runInContext(code, context, { filename: `https://shop.example/${filename}` });
  const text: unknown = runInContext('try { start(); } catch (error) { error.stack }', context, {
    filename: 'https://shop.example/',
  });
  if (typeof text !== 'string') throw new Error('the shop did not throw');
  // Drop the frames of the caller.
  return text
    .split('\n')
    .filter((line) => !/^\s+at /.test(line) || /shop\.example\/\w|<anonymous>/.test(line))
    .join('\n');
}
