/** A program of several modules that throws in all kinds of functions; each scenario says which calls its stack must show. */
export const PROGRAM: Readonly<Record<string, string>> = {
  'src/main.ts': `import { Cart } from './cart';
import { priceOf, taxOf, walkPrices, discountOf } from './price';
import * as api from './api';
import { Legacy, legacyTotal } from './legacy.js';
import { renderPage } from './page';
import { longReport } from './long';

const scenarios: Record<string, () => unknown> = {
  method() {
    return new Cart([]).add({ price: -1 });
  },
  getter() {
    return new Cart([{ price: -1 }]).total;
  },
  constructed() {
    return new Cart(null as never);
  },
  fieldArrow() {
    return new Cart([]).check({ price: NaN });
  },
  privateMethod() {
    return new Cart([]).audit();
  },
  staticMethod() {
    return Cart.parse('{');
  },
  arrow() {
    return taxOf({ price: -1 });
  },
  generator() {
    return [...walkPrices([{ price: 1 }, { price: -1 }])];
  },
  defaultValue() {
    return discountOf();
  },
  callback() {
    return [1, -1].map((price) => priceOf({ price }));
  },
  async awaited() {
    return await api.load('nothing');
  },
  async chained() {
    return await api.client.send('nothing');
  },
  retried() {
    return api.retry(() => priceOf({ price: -1 }));
  },
  prototype() {
    return new (Legacy as any)().run();
  },
  expression() {
    return legacyTotal(-1);
  },
  component() {
    return renderPage({ items: [{ price: -1 }] });
  },
  long() {
    return longReport([{ price: -1 }]);
  },
};
(globalThis as any).scenarios = scenarios;
`,
  'src/cart.ts': `import { priceOf, type Item } from './price';

/** What somebody buys. */
export class Cart {
  readonly #items: Item[];

  readonly check = (item: Item): boolean => {
    if (Number.isNaN(item.price)) throw new TypeError('not a price');
    return true;
  };

  constructor(items: Item[]) {
    if (items === null) {
      throw new TypeError('no items');
    }
    this.#items = items;
  }

  static parse(text: string): Cart {
    return new Cart(JSON.parse(text) as Item[]);
  }

  get total(): number {
    return this.#items.reduce((sum, item) => sum + priceOf(item), 0);
  }

  add(item: Item): this {
    // if (this) { is only a comment
    if (priceOf(item) > 0) {
      this.#items.push(item);
    }
    return this;
  }

  audit(): void {
    for (const pattern of [/[{(]/, /}/]) {
      if (pattern.test('{')) this.#fail(\`a \${pattern.source} {\`);
    }
  }

  #fail(reason: string): never {
    throw new Error(reason);
  }
}
`,
  'src/price.ts': `export interface Item { price: number }

export function priceOf<T extends Item>(item: T): number {
  if (item.price < 0) {
    throw new RangeError('price of an item is ' + item.price);
  }
  return item.price;
}

export const taxOf = (item: Item): number => priceOf(item) * 0.19;

export function* walkPrices(items: readonly Item[]): Generator<number> {
  for (const item of items) {
    yield priceOf(item);
  }
}

const missing = (name: string): never => {
  throw new Error(name + ' is missing');
};

export function discountOf(rate: number = missing('rate')): number {
  return rate;
}
`,
  'src/api.ts': `async function fetchText(path: string): Promise<string> {
  await null;
  if (path === 'nothing') throw new Error('404 of ' + path);
  return path;
}

export const load = async (path: string): Promise<string> => {
  const text = await fetchText(path);
  return text.trim();
};

export const client = {
  prefix: '/api',
  async send(path: string) {
    const text = await this.receive(path);
    return JSON.parse(text);
  },
  receive: async function (path: string) {
    return await load(path);
  },
};

export function retry<T>(operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    return operation();
  }
}
`,
  'src/legacy.js': `export function Legacy() {
  this.count = 0;
}

Legacy.prototype.run = function () {
  return this.step(3);
};

Legacy.prototype.step = function (left) {
  if (left === 0) throw new Error('no more steps');
  return this.step(left - 1);
};

var total = function (value) {
  if (value < 0) throw new Error('less than nothing');
  return value;
};

export var legacyTotal = function legacyTotalOf(value) {
  return total(value) + 1;
};
`,
  'src/page.tsx': `import { priceOf, type Item } from './price';

declare const h: unknown;
const create = (type: unknown, props: unknown, ...children: unknown[]): unknown =>
  typeof type === 'function' ? type({ ...(props as object), children }) : { type, props, children };

interface PageProps { items: Item[] }

function Row({ item }: { item: Item }) {
  return <li title="it's {a} row">don't {priceOf(item)}</li>;
}

const List: (props: PageProps) => unknown = ({ items }) => (
  <ul>
    {items.map((item) => (
      <Row item={item} />
    ))}
  </ul>
);

export function renderPage(props: PageProps): unknown {
  return <List {...props} />;
}
`,
  'src/long.ts': `import { priceOf, type Item } from './price';

export function longReport(items: readonly Item[]): string {
  const lines: string[] = [];
${Array.from({ length: 80 }, (_, index) => `  lines.push('line ${index} of ' + items.length);`).join('\n')}
  lines.push(String(priceOf(items[0] as Item)));
  return lines.join();
}
`,
};

/**
 * The functions that each scenario's stack must show, newest first. A function without a name is called for the nearest one
 * around it that has one.
 */
export const EXPECTED_CALLS: Readonly<Record<string, readonly string[]>> = {
  method: ['priceOf', 'add', 'method'],
  getter: ['priceOf', 'total', 'total', 'getter'],
  constructed: ['new Cart', 'constructed'],
  fieldArrow: ['check', 'fieldArrow'],
  privateMethod: ['#fail', 'audit', 'privateMethod'],
  staticMethod: ['parse', 'staticMethod'],
  arrow: ['priceOf', 'taxOf', 'arrow'],
  generator: ['priceOf', 'walkPrices', 'generator'],
  defaultValue: ['missing', 'discountOf', 'defaultValue'],
  callback: ['priceOf', 'callback', 'callback'],
  awaited: ['fetchText', 'load', 'awaited'],
  chained: ['fetchText', 'load', 'receive', 'send', 'chained'],
  retried: ['priceOf', 'retried', 'retry', 'retried'],
  prototype: ['step', 'step', 'step', 'step', 'run', 'prototype'],
  expression: ['total', 'legacyTotalOf', 'expression'],
  component: ['priceOf', 'Row', 'create', 'List', 'List', 'create', 'renderPage', 'component'],
  long: ['priceOf', 'longReport', 'long'],
};
