import type { Random } from '../random.js';
import { PRODUCTS, type Product } from './products.js';

/** A page that a visitor opens. */
export interface Page {
  /** The route, such as `/products/:id`. */
  readonly route: string;
  /** Path and query. */
  readonly path: string;
  readonly title: string;
  /** Requests to the API: method and route. */
  readonly requests: readonly string[];
  readonly product: Product;
}

interface Route {
  readonly title: string;
  readonly requests: readonly string[];
  /** Weights of the next pages; the rest of 100 leaves. */
  readonly next: readonly (readonly [weight: number, route: string])[];
}

const ROUTES: Readonly<Record<string, Route>> = {
  '/': {
    title: 'Kiln & Clay – handmade stoneware',
    requests: ['GET /api/offers'],
    next: [
      [48, '/products'],
      [16, '/products/:id'],
      [12, '/search'],
    ],
  },
  '/products': {
    title: 'All products – Kiln & Clay',
    requests: ['GET /api/products'],
    next: [
      [68, '/products/:id'],
      [8, '/search'],
    ],
  },
  '/search': { title: 'Search – Kiln & Clay', requests: ['GET /api/search'], next: [[62, '/products/:id']] },
  '/products/:id': {
    title: 'Product – Kiln & Clay',
    requests: ['GET /api/products/:id', 'GET /api/recommendations'],
    next: [
      [50, '/cart'],
      [18, '/products'],
    ],
  },
  '/cart': {
    title: 'Your cart – Kiln & Clay',
    requests: ['GET /api/cart', 'GET /api/recommendations'],
    next: [
      [58, '/checkout'],
      [8, '/products'],
    ],
  },
  '/checkout': {
    title: 'Checkout – Kiln & Clay',
    requests: ['GET /api/cart', 'POST /api/orders'],
    next: [[90, '/checkout/done']],
  },
  '/checkout/done': {
    title: 'Thank you – Kiln & Clay',
    requests: ['GET /api/orders/:number'],
    next: [[18, '/account/orders']],
  },
  '/account/orders': { title: 'Your orders – Kiln & Clay', requests: ['GET /api/orders'], next: [[12, '/products']] },
};

const ENTRIES: readonly (readonly [weight: number, route: string])[] = [
  [52, '/'],
  [22, '/products/:id'],
  [10, '/products'],
  [5, '/search'],
  [10, '/cart'],
  [6, '/account/orders'],
];

const WORDS = ['mug', 'bowl', 'vase', 'teapot', 'gift'];

/** Most pages of a visit. */
export const MAX_PAGES = 8;

/** Returns the first page of a visit. */
export const enterShop = (chance: Random): Page => pageOf(chance, chance.weighted(ENTRIES));

/** Returns the page that a visitor opens next; `undefined` if the visitor leaves. */
export function nextPage(chance: Random, { route }: Page): Page | undefined {
  const next = ROUTES[route]?.next ?? [];
  const leaves = 100 - next.reduce((sum, [weight]) => sum + weight, 0);
  const chosen = chance.weighted<string | undefined>([...next, [leaves, undefined]]);
  return chosen === undefined ? undefined : pageOf(chance, chosen);
}

function pageOf(chance: Random, route: string): Page {
  const product = chance.pick(PRODUCTS);
  const { title, requests } = ROUTES[route] ?? { title: '', requests: [] };
  const path = route === '/search' ? `/search?q=${chance.pick(WORDS)}` : route.replace(':id', String(product.id));
  return {
    route,
    path,
    requests,
    product,
    title: route === '/products/:id' ? `${product.title} – Kiln & Clay` : title,
  };
}
