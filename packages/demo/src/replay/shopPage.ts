import type { Page } from '../shop/journey.js';
import { euros, PRODUCTS, type Product } from '../shop/products.js';
import { h, type Html, type HtmlElement } from './html.js';

/** Style sheet of the shop. It refers to nothing outside the recording. */
export const SHOP_CSS = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 Georgia,serif;color:#2b2622;background:#faf7f2}
header{display:flex;gap:24px;align-items:center;padding:16px 24px;border-bottom:1px solid #e6ddd0;background:#fff}
header b{font-size:20px;letter-spacing:.02em}header a{color:#6b5d4f;text-decoration:none;font:14px system-ui}
header .cart{margin-left:auto}main{max-width:960px;margin:0 auto;padding:24px}h1{font-size:28px;margin:8px 0 16px}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:20px}
.card{background:#fff;border:1px solid #e6ddd0;border-radius:8px;overflow:hidden}.card p{margin:10px 14px;font:14px system-ui}
.art{height:140px}.art.big{height:320px;border-radius:8px}.price{color:#6b5d4f}
.button{display:inline-block;padding:10px 20px;border:0;border-radius:6px;background:#8c4a2f;color:#fff;font:600 15px system-ui}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:32px}
table{width:100%;border-collapse:collapse;font:15px system-ui}td{padding:10px 0;border-bottom:1px solid #e6ddd0}td:last-child{text-align:right}
label{display:block;margin:12px 0;font:14px system-ui}input{display:block;width:100%;padding:9px;border:1px solid #cdbfae;border-radius:6px;font:15px system-ui}
.problem{padding:32px;text-align:center;font:16px system-ui;color:#8c2f2f}.note{padding:10px 14px;border-radius:6px;background:#fbe9e4;color:#8c2f2f;font:14px system-ui}
footer{margin-top:48px;padding:24px;border-top:1px solid #e6ddd0;font:13px system-ui;color:#8a7d70}`;

/** Returns the body of a page. Elements with marks: `cart`, `main`, `action`, `field`, `form`. */
export function shopPage(page: Page): HtmlElement {
  return h(
    'body',
    {},
    h(
      'header',
      {},
      h('b', {}, 'Kiln & Clay'),
      ...['Shop', 'Gifts', 'Studio'].map((text) => h('a', { href: '#' }, text)),
      h('a', { href: '#', class: 'cart' }, 'Cart ', h('span', { mark: 'cart' }, '1')),
    ),
    h('main', { mark: 'main' }, ...contentOf(page)),
    h('footer', {}, 'Handmade in small batches. Free delivery from 60 €.'),
  );
}

/** What is shown instead of a page that failed. */
export const brokenPage = (): HtmlElement =>
  h('div', { class: 'problem' }, 'Something went wrong. Please reload the page.');

/** What is shown above a form whose request failed. */
export const orderProblem = (): HtmlElement =>
  h('p', { class: 'note' }, 'We could not place your order. Nothing was charged.');

function contentOf({ route, title, product }: Page): readonly Html[] {
  const heading = h('h1', {}, title.split(' – ')[0] ?? '');
  switch (route) {
    case '/products/:id':
      return [productPage(product)];
    case '/cart':
      return [heading, cartTable(product), button('Check out')];
    case '/checkout':
      return [heading, checkoutForm()];
    case '/checkout/done':
      return [
        heading,
        h('p', {}, 'Your order is on its way to the studio. We sent a receipt by e-mail.'),
        button('See your orders'),
      ];
    case '/account/orders':
      return [heading, cartTable(product)];
    default:
      return [heading, h('div', { class: 'grid' }, ...PRODUCTS.map(card))];
  }
}

const button = (text: string): HtmlElement => h('button', { class: 'button', type: 'button', mark: 'action' }, text);

const art = (color: string, size = ''): HtmlElement =>
  h('div', {
    class: `art ${size}`,
    style: `background:radial-gradient(circle at 50% 40%,#fff8,transparent 60%),${color}`,
  });

const card = ({ title, cents, color }: Product, index: number): HtmlElement =>
  h(
    'div',
    { class: 'card', ...(index === 0 ? { mark: 'action' } : {}) },
    art(color),
    h('p', {}, title),
    h('p', { class: 'price' }, euros(cents)),
  );

const productPage = ({ title, cents, color }: Product): HtmlElement =>
  h(
    'div',
    { class: 'two' },
    art(color, 'big'),
    h(
      'div',
      {},
      h('h1', {}, title),
      h('p', { class: 'price' }, euros(cents)),
      h('p', {}, 'Thrown on the wheel and glazed by hand. Every piece is different.'),
      button('Add to cart'),
    ),
  );

function cartTable(product: Product): HtmlElement {
  const lines = [product, PRODUCTS[0], PRODUCTS[2]].filter((line) => line !== undefined);
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  const row = (name: string, cents: number): HtmlElement => h('tr', {}, h('td', {}, name), h('td', {}, euros(cents)));
  return h('table', {}, h('tbody', {}, ...lines.map(({ title, cents }) => row(title, cents)), row('Total', total)));
}

const checkoutForm = (): HtmlElement =>
  h(
    'div',
    { mark: 'form' },
    h('label', {}, 'Name', h('input', { name: 'name', mark: 'field' })),
    h('label', {}, 'Street', h('input', { name: 'street' })),
    h('label', {}, 'Card number', h('input', { name: 'card' })),
    button('Place order'),
  );
