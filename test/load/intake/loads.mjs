// Recorded requests of real SDKs, and batches of equal content for /api/envelope.
import { readEnvelope, translateEnvelope, translateStored } from '../../../packages/sentry-protocol/dist/index.js';
import { translateOtlp } from '../../../packages/otlp/dist/index.js';
import { capturesOf, inflatedBody, RECORDED_KEY, RECORDED_PROJECT } from '../../../packages/testkit/dist/captures.js';

// eslint-disable-next-line require-yield -- one step
const parse = function* (bytes) {
  return JSON.parse(bytes.toString());
};

function finish(steps) {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

const ofEnvelope = (body) => finish(translateEnvelope(readEnvelope(body, 20_000), { parse })).events;
const ofStored = (body) => finish(translateStored(body, { parse })).events;
const ofOtlp = (signal, encoding) => (body) =>
  finish(translateOtlp(signal, encoding, body, { parse, reserve: () => true })).events.map(({ event }) => event);

/** Name, SDK, case, and how its events are read. */
const LOADS = [
  ['node-error', 'sentry-node-11.12.0', 'error-chain', ofEnvelope],
  ['node-spans', 'sentry-node-11.12.0', 'spans1200', ofEnvelope],
  ['node-transaction', 'sentry-node-10.78.0', 'spans1200', ofEnvelope],
  ['python-error', 'sentry-python-1.9.10', 'error-chain', ofStored],
  ['otel-spans-json', 'otel-js-0.223.0-json', 'trace-1200', ofOtlp('traces', 'json')],
  ['otel-spans', 'otel-js-0.223.0-proto', 'trace-1200', ofOtlp('traces', 'protobuf')],
  ['otel-logs', 'otel-js-0.223.0-proto', 'logs', ofOtlp('logs', 'protobuf')],
];

export const LOAD_NAMES = LOADS.map(([name]) => name);

/** The largest request of a case: those beside it are sessions and client reports. */
const largestOf = (sdk, name) =>
  capturesOf(sdk, name).reduce((most, one) => (inflatedBody(one).length > inflatedBody(most).length ? one : most));

/**
 * Returns both requests of a load for a project, uncompressed.
 *
 * @returns {{ name: string, events: number, path: string, foreign: import('../support/batches.mjs').RequestTemplate,
 *   native: import('../support/batches.mjs').RequestTemplate }}
 */
export function makeLoad(wanted, { key, id: projectId }) {
  const [name, sdk, recorded, eventsOf] = LOADS.find(([one]) => one === wanted);
  const capture = largestOf(sdk, recorded);
  const body = inflatedBody(capture);
  const events = eventsOf(body);
  const batch = JSON.stringify({ events });
  // The key is as long as an id, and not in the events.
  const [id] = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/.exec(batch);
  const headers = Object.entries(capture.headers)
    .filter(([header]) => !header.endsWith('-encoding'))
    .map(([header, value]) => [header, value.replaceAll(RECORDED_KEY, key)]);
  return {
    name,
    events: events.length,
    path: capture.url.replaceAll(RECORDED_KEY, key).replace(`/api/${RECORDED_PROJECT}/`, `/api/${projectId}/`),
    foreign: {
      body: body.toString('base64'),
      id,
      isBinary: capture.headers['content-type'] === 'application/x-protobuf',
      headers: Object.fromEntries(headers),
    },
    native: { body: Buffer.from(batch).toString('base64'), id, isBinary: false, headers: {} },
  };
}
