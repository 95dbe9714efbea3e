// A bounded closed- or open-loop load with autocannon, run in a process of its own so that it never shares the server's core.
import autocannon from 'autocannon';
import { batchMaker } from './batches.mjs';

const { url, key, seconds, connections, rate, from } = JSON.parse(process.argv[2]);
const make = batchMaker();
let serial = from;

const result = await autocannon({
  url,
  method: 'POST',
  connections,
  duration: seconds,
  ...(rate > 0 ? { overallRate: rate } : {}),
  headers: { 'content-type': 'application/json', 'x-service-auth': `Service service_key=${key}` },
  setupClient: (client) => client.setBody(make(serial++)),
  requests: [
    {
      setupRequest: (request) => ({ ...request, body: make(serial++) }),
    },
  ],
});

console.log(
  JSON.stringify({
    perSecond: result['2xx'] / result.duration,
    ok: result['2xx'],
    other: result.non2xx + result.errors,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: make(0).length,
    next: serial,
  }),
);
