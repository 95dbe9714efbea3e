// An Express shop that reports errors and request durations to Sluice, together with the page that it serves.
//
//   SLUICE_DSN=http://YOUR_KEY@localhost:8000 node server.mjs
import { asyncSpan, expressErrors, expressRequests, init } from '@sluice/client';
import express from 'express';

const dsn = process.env.SLUICE_DSN ?? 'http://YOUR_KEY@localhost:8000';
const port = process.env.PORT ?? 3000;

// 1. First of all: errors that nothing catches are reported from here on.
init({ dsn, release: 'shop@1.0.0', environment: 'development' });

const app = express();

// 2. Before all routes: every request is timed, and goes on with the trace of the page that makes it.
app.use(expressRequests());

app.get('/', (_request, response) => {
  response.send(page);
});

app.get('/api/cart', async (_request, response) => {
  // Time a slow step separately, as a part of its request.
  const items = await asyncSpan('read the cart', readCart, { op: 'db' });
  response.json(items);
});

app.get('/api/fail', () => {
  throw new Error('the cart is lost');
});

// 3. After all routes: what they throw is reported, and answered as without Sluice.
app.use(expressErrors());

app.listen(port, () => console.log(`the shop is at http://localhost:${port}`));

// Stands for a database.
async function readCart() {
  return ['apples', 'pears'];
}

// The page has the tag of Sluice, before all other scripts. The file comes from the server that takes the events.
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Shop</title>
    <script src="${new URL(dsn).origin}/sdk/sluice.js" data-dsn="${dsn}" data-release="shop@1.0.0"></script>
  </head>
  <body>
    <h1>Shop</h1>
    <p id="cart"></p>
    <button id="fail">Fail</button>
    <script>
      const cart = document.getElementById('cart');
      fetch('/api/cart')
        .then((answer) => answer.json())
        .then((items) => (cart.textContent = items.join(', ')));
      document.getElementById('fail').onclick = () =>
        fetch('/api/fail').then((answer) => (cart.textContent = 'The shop answered ' + answer.status));
    </script>
  </body>
</html>`;
