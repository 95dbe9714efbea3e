import type { Random } from '../random.js';

/** A call on the server: file and function, and the source lines around it where it is the service's own. */
export interface ServerCall {
  readonly file: string;
  readonly function: string;
  readonly line: number;
  readonly column: number;
  readonly inApp: boolean;
  readonly context?: { readonly before: readonly string[]; readonly line: string; readonly after: readonly string[] };
}

/** A bug or an outage on the server. */
export interface ServerFault {
  readonly service: 'api' | 'worker';
  readonly type: string;
  readonly message: (chance: Random) => string;
  readonly level: 'fatal' | 'error' | 'warning';
  readonly handled: boolean;
  readonly calls: readonly ServerCall[];
}

const own = (file: string, name: string, [line, column]: readonly [number, number], text: string): ServerCall => {
  const lines = text.split('\n');
  const at = lines.findIndex((source) => source.startsWith('>'));
  const source = lines.map((whole) => whole.replace(/^>/, ' '));
  const context = { before: source.slice(0, at), line: source[at] ?? '', after: source.slice(at + 1) };
  return { file, function: name, line, column, inApp: true, context };
};

const library = (file: string, name: string, line: number, column: number): ServerCall => ({
  file: `/srv/shop/node_modules/${file}`,
  function: name,
  line,
  column,
  inApp: false,
});

const TICK: ServerCall = {
  file: 'node:internal/process/task_queues',
  function: 'process.processTicksAndRejections',
  line: 105,
  column: 5,
  inApp: false,
};

const CHARGE = own(
  '/srv/shop/src/payments/charge.ts',
  'charge',
  [41, 11],
  `  const answer = await payments.post('/v1/intents', {
    amount: order.total,
    idempotencyKey: order.cartId,
  });
  if (answer.status >= 500) {
>    throw new PaymentError(\`Payment provider answered \${answer.status}\`, order.number);
  }
  return answer.body.id;
}`,
);

const PLACE = own(
  '/srv/shop/src/orders/placeOrder.ts',
  'placeOrder',
  [27, 26],
  `  await reserveStock(tx, order.lines);
>  const paymentId = await charge(order);
  await tx.insertInto('orders').values({ ...order, paymentId }).execute();`,
);

const VALIDATE = own(
  '/srv/shop/src/orders/validateOrder.ts',
  'validateOrder',
  [22, 11],
  `  for (const [name, rule] of Object.entries(rules[order.country])) {
    if (!rule.test(order[name])) {
>      throw new ValidationError(\`\${name} "\${order[name]}" is not valid for \${order.country}\`);
    }
  }`,
);

const RESERVE = own(
  '/srv/shop/src/orders/reserveStock.ts',
  'reserveStock',
  [18, 5],
  `  for (const line of lines) {
>    await tx.updateTable('stock').set({ left: sql\`stock.left - \${line.quantity}\` })
      .where('sku', '=', line.sku).execute();
  }`,
);

const MAIL = own(
  '/srv/shop/src/jobs/sendReceipt.ts',
  'sendReceipt',
  [33, 3],
  `  const mail = renderReceipt(order);
>  await transport.sendMail({ to: order.email, subject: \`Your order \${order.number}\`, html: mail });
  job.log('receipt sent');`,
);

const SYNC = own(
  '/srv/shop/src/jobs/syncStock.ts',
  'syncStock',
  [52, 13],
  `    const counted = await warehouse.count(sku);
    if (counted !== expected) {
>      throw new StockMismatchError(sku, expected, counted);
    }`,
);

/** Faults of the services by name. */
export const SERVER_FAULTS = {
  payment: {
    service: 'api',
    type: 'PaymentError',
    message: (chance: Random) => `Payment provider answered ${chance.pick([502, 503, 503])}`,
    level: 'error',
    handled: true,
    calls: [CHARGE, PLACE, library('fastify/lib/handleRequest.js', 'preHandlerCallback', 137, 37), TICK],
  },
  deadlock: {
    service: 'api',
    type: 'DatabaseError',
    message: () => 'deadlock detected',
    level: 'error',
    handled: true,
    calls: [library('pg-protocol/dist/parser.js', 'Parser.parseErrorMessage', 285, 98), RESERVE, PLACE, TICK],
  },
  validation: {
    service: 'api',
    type: 'ValidationError',
    message: (chance: Random) => `postalCode "${chance.pick(['1011', '75O01', 'SW1A', '9021'])}" is not valid for DE`,
    level: 'warning',
    handled: true,
    calls: [VALIDATE, library('fastify/lib/handleRequest.js', 'preHandlerCallback', 137, 37), TICK],
  },
  mail: {
    service: 'worker',
    type: 'MailError',
    message: () => '421 4.7.0 Too many concurrent connections',
    level: 'warning',
    handled: true,
    calls: [library('nodemailer/lib/smtp-connection/index.js', 'SMTPConnection._onError', 790, 20), MAIL, TICK],
  },
  stock: {
    service: 'worker',
    type: 'StockMismatchError',
    message: (chance: Random) =>
      `Stock of sku ${chance.whole(1_000, 9_999)}: expected ${chance.whole(4, 30)}, counted ${chance.whole(0, 3)}`,
    level: 'fatal',
    handled: false,
    calls: [SYNC, library('bullmq/dist/esm/classes/worker.js', 'Worker.processJob', 470, 28), TICK],
  },
} as const satisfies Readonly<Record<string, ServerFault>>;
