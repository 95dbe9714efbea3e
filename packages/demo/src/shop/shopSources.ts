/** Source files of the shop's pages, by path. */
export type Sources = ReadonlyMap<string, string>;

/** Since `shop@1.3.0` a line may have a discount; the new sum expects one on every line. */
const TOTAL_WITH_DISCOUNTS = `import type { CartLine } from './cartLine';
import { roundCents } from '../lib/money';

/** Sum of the cart in cents, discounts deducted. */
export function cartTotal(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => {
    const full = line.unitPrice * line.quantity;
    const off = full * line.discount.percent / 100;
    return sum + roundCents(full - off);
  }, 0);
}
`;

const TOTAL = `import type { CartLine } from './cartLine';

/** Sum of the cart in cents. */
export function cartTotal(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
}
`;

const CART_PAGE = `import { useMemo } from 'react';
import { cartTotal } from './cartTotal';
import { useCart } from './useCart';
import { Money } from '../lib/Money';

export function CartPage() {
  const { lines, isLoading } = useCart();
  const total = useMemo(() => cartTotal(lines), [lines]);
  if (isLoading) return <CartSkeleton />;
  return (
    <section aria-labelledby="cart">
      <h1 id="cart">Your cart</h1>
      <CartLines lines={lines} />
      <p className="total">Total <Money cents={total} /></p>
      <a className="button" href="/checkout">Check out</a>
    </section>
  );
}
`;

const STORE_CART = `const KEY = 'shop.cart';

/** Keeps the cart for the next visit. */
export function storeCart(cart: Cart): void {
  const text = JSON.stringify(cart);
  window.localStorage.setItem(KEY, text);
}
`;

const GALLERY_OLD = `export function Gallery({ product }: { product: Product }) {
  const [shown, show] = useState(0);
  return (
    <figure>
      <img src={product.images[shown].large} alt={product.title} />
      <nav>{product.images.map((image, index) => thumbnail(image, () => show(index)))}</nav>
    </figure>
  );
}
`;

const GALLERY = GALLERY_OLD.replace('product.images.map(', 'asList(product.images).map(');

const REQUEST_JSON = `import { HttpError } from './HttpError';

/** Requests JSON; rejects with an HttpError unless the status is 2xx. */
export async function requestJson<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, { credentials: 'same-origin', ...init });
  if (!response.ok) {
    const body = await response.text();
    throw new HttpError(init?.method ?? 'GET', url, response.status, body);
  }
  const text = await response.text();
  return JSON.parse(text) as T;
}
`;

const RECOMMENDATIONS = `import { requestJson } from '../lib/requestJson';

const PATIENCE_MS = 3_000;

/** Products that others bought with these. */
export async function loadRecommendations(ids: readonly string[]): Promise<Product[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return requestJson(\`/api/recommendations?for=\${ids.join()}\`, { signal });
}
`;

const LOAD_CHUNK = `/** Loads a part of the application when it is first needed. */
export async function loadCheckout() {
  try {
    return await import('../checkout/CheckoutPage');
  } catch (error) {
    reportError(error);
    window.location.assign('/checkout');
    throw error;
  }
}
`;

const PLACE_ORDER = `import { requestJson } from '../lib/requestJson';
import { OrderError } from './OrderError';

/** Places the order and returns its number. */
export async function placeOrder(draft: OrderDraft): Promise<string> {
  try {
    const { number } = await requestJson<Placed>('/api/orders', { method: 'POST', body: JSON.stringify(draft) });
    track('order_placed', { number });
    return number;
  } catch (error) {
    throw new OrderError('The order could not be placed', { cause: error });
  }
}
`;

const CHECKOUT_FORM = `import { placeOrder } from './placeOrder';

export function CheckoutForm({ draft }: { draft: OrderDraft }) {
  const [problem, setProblem] = useState<string>();
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    try {
      const number = await placeOrder(draft);
      navigate(\`/checkout/done?order=\${number}\`);
    } catch (error) {
      captureException(error);
      setProblem('We could not place your order. Nothing was charged.');
    }
  }
  return <form onSubmit={onSubmit}>{fields(draft)}{problem}</form>;
}
`;

const DELIVERY = `const DAY_MS = 86_400_000;

/** The day of delivery, as the courier's form wants it. */
export function deliveryDate(placedAt: string, workingDays: number): string {
  const placed = new Date(placedAt);
  const due = new Date(placed.getTime() + workingDays * DAY_MS);
  return due.toISOString().slice(0, 10);
}

export function DeliveryNote({ order }: { order: Order }) {
  return <p>Arrives on {deliveryDate(order.placedAt, order.days)}</p>;
}
`;

/** Returns the source files of a release. */
export function shopSources(version: string): Sources {
  const isBad = version === 'shop@1.3.0';
  return new Map([
    ['src/cart/cartTotal.ts', isBad ? TOTAL_WITH_DISCOUNTS : TOTAL],
    ['src/cart/CartPage.tsx', CART_PAGE],
    ['src/cart/storeCart.ts', STORE_CART],
    ['src/product/Gallery.tsx', version === 'shop@1.2.3' ? GALLERY_OLD : GALLERY],
    ['src/product/loadRecommendations.ts', RECOMMENDATIONS],
    ['src/lib/requestJson.ts', REQUEST_JSON],
    ['src/lib/loadCheckout.ts', LOAD_CHUNK],
    ['src/checkout/placeOrder.ts', PLACE_ORDER],
    ['src/checkout/CheckoutForm.tsx', CHECKOUT_FORM],
    ['src/checkout/deliveryDate.tsx', DELIVERY],
  ]);
}
