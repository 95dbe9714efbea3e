// A bounded closed- or open-loop load with autocannon in a separate process, so that it does not share the server's
// core. Its result contains its own CPU share: near 1, the load generator was the bottleneck.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { batchMaker, MIXES, requestMaker } from './batches.mjs';

/** Compressing a body costs more than serving it may: they are made beforehand, as many as could be asked for. */
const GZIP_PER_SECOND = 5_000;

const { url, key, seconds, connections, mix, templateFile, rate = 0, gzip = false, from } = JSON.parse(process.argv[2]);
const template = templateFile === undefined ? undefined : JSON.parse(readFileSync(templateFile, 'utf8'));
const make = template === undefined ? batchMaker(MIXES[mix]) : requestMaker(template);
let serial = from;

const ready = [];
const compressed = () => gzipSync(make(serial++), { level: 1 });
if (gzip) while (ready.length < seconds * GZIP_PER_SECOND) ready.push(compressed());
const nextBody = () => (gzip ? (ready.pop() ?? compressed()) : make(serial++));

/** Refusing saves work, so every response must say that the whole batch was accepted. */
const isWhole = template === undefined ? (body) => body.includes(`"processed":${MIXES[mix].length}`) : () => true;
const before = process.cpuUsage();
const result = await autocannon({
  url,
  method: 'POST',
  connections,
  duration: seconds,
  ...(rate > 0 ? { overallRate: rate } : {}),
  headers: {
    'content-type': 'application/json',
    'x-service-auth': `Service service_key=${key}`,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    ...template?.headers,
  },
  verifyBody: isWhole,
  setupClient: (client) => client.setBody(nextBody()),
  requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
});
const { user, system } = process.cpuUsage(before);

console.log(
  JSON.stringify({
    perSecond: (result['2xx'] - result.mismatches) / result.duration,
    ok: result['2xx'] - result.mismatches,
    other: result.non2xx + result.errors + result.mismatches,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: Buffer.byteLength(gzip ? compressed() : make(0)),
    loadBusy: (user + system) / 1e6 / result.duration,
    next: serial,
  }),
);
