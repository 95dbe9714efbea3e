import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the code that is loaded on demand throws: expected in a resolved stack. */
export const THROWN = {
  file: 'src/cart.ts',
  function: 'priceOf',
  line: 10,
  message: 'count of an item is -1',
} as const;

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "private": true, "type": "module", "sideEffects": true }\n',
  'index.html': '<!doctype html><title>shop</title><script type="module" src="/src/main.ts"></script>\n',
  'src/styles.css': 'body {\n  color: rebeccapurple;\n}\n',
  'src/greet.ts': "export const greet = (name: string): string => 'Hello, ' + name;\n",
  'src/main.ts': `import './styles.css';
import { greet } from './greet.ts';

interface Shop {
  readonly release: string;
  readonly greeting: string;
  openCart(): Promise<number>;
}

const shop: Shop = {
  release: typeof __SLUICE_RELEASE__ === 'string' ? __SLUICE_RELEASE__ : 'unknown',
  greeting: greet('world'),
  async openCart() {
    const { checkout } = await import('./cart.ts');
    return checkout([{ price: 3, count: 1 }, { price: 1, count: -1 }]);
  },
};
(globalThis as unknown as { shop: Shop }).shop = shop;
`,
  'src/cart.ts': `export interface Item { price: number; count: number }

/** Total cost. */
export function checkout(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + priceOf(item), 0);
}

function priceOf(item: Item): number {
  if (item.count < 0) {
    throw new RangeError('count of an item is ' + item.count);
  }
  return item.price * item.count;
}
`,
};

/**
 * Writes a small shop into a directory: two chunks, a dynamic import, TypeScript, styles. It defines the global
 * `shop`. @param release code used in place of the constant
 */
export async function writeShop(directory: string, release = '__SLUICE_RELEASE__'): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(directory, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text.replaceAll('__SLUICE_RELEASE__', release));
  }
}
