// Large requests: the CPU time for which each keeps the event loop of a gateway from other requests.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { readLongestTurn } from './longestTurn.mjs';

const REPLAY_BYTES = 9_800_000;
const PROTO = path.resolve(import.meta.dirname, '../../../packages/otlp/proto/otlp.proto');

/** As long as to keep a recording below `MAX_JSON_VALUES`. */
const STYLE =
  'color: rgb(20, 20, 20); margin: 0px 12px 8px 12px; padding: 4px 8px 4px 8px; border: 1px solid rgb(200, 200, 200);';

/** Events of a recording like those of rrweb. */
function recordingOf(bytes, seed) {
  const events = [];
  for (let size = 0; size < bytes; size += JSON.stringify(events.at(-1)).length + 1) {
    const id = events.length;
    const adds = Array.from({ length: 20 }, (_, n) => ({
      parentId: id,
      nextId: null,
      node: {
        type: 2,
        tagName: 'div',
        attributes: { class: `item-${n} ${seed}`, style: STYLE },
        childNodes: [],
        id: id * 20 + n,
      },
    }));
    events.push({ type: 3, data: { source: 0, texts: [], attributes: [], removes: [], adds }, timestamp: 1.8e12 + id });
  }
  return events;
}

const spanOf = (n, seed) => ({
  traceId: seed,
  spanId: n.toString(16).padStart(16, '1'),
  name: `GET /cart/${n}`,
  kind: 3,
  startTimeUnixNano: String(1_795_894_446_859_000_000n + BigInt(n)),
  endTimeUnixNano: String(1_795_894_446_869_000_000n + BigInt(n)),
  attributes: ['http.request.method', 'url.full', 'server.address', 'user_agent.original', 'network.peer.address'].map(
    (key) => ({ key, value: { stringValue: `a value of ${key}` } }),
  ),
});

const otlpOf = (spans, seed) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeSpans: [{ scope: { name: 'http' }, spans: Array.from({ length: spans }, (_, n) => spanOf(n, seed)) }],
    },
  ],
});

function encodeOtlp(request) {
  const type = protobuf.parse(readFileSync(PROTO, 'utf8'), { keepCase: false }).root.lookupType('otlp.TracesRequest');
  const text = JSON.stringify(request, (key, value) =>
    ['traceId', 'spanId'].includes(key) ? Buffer.from(value, 'hex').toString('base64') : value,
  );
  return Buffer.from(type.encode(type.fromObject(JSON.parse(text))).finish());
}

const sentrySpan = (n, seed) => ({
  trace_id: seed,
  span_id: n.toString(16).padStart(16, '1'),
  name: `GET /cart/${n}`,
  start_timestamp: 1_795_894_446.8 + n / 1e6,
  end_timestamp: 1_795_894_446.9 + n / 1e6,
  is_segment: false,
  status: 'ok',
  attributes: Object.fromEntries(
    ['sentry.op', 'sentry.origin', 'sentry.release', 'http.request.method', 'url.full', 'server.address'].map((key) => [
      key,
      { type: 'string', value: `a value of ${key}` },
    ]),
  ),
});

const BOTH = { otlp: '/v1/traces', native: '/api/envelope' };

/** Large requests of a project. Each call makes other ones, so that none is a duplicate. */
function makeRequests({ key, id }, round) {
  const seed = (round + 1).toString(16).padStart(32, 'a');
  const recorded = recordingOf(REPLAY_BYTES, seed);
  const replay = { replay_id: seed, segment_id: 0, timestamp: 1_795_895_321.043 };
  const lines = [{ event_id: seed }, { type: 'replay_event' }, replay, { type: 'replay_recording' }];
  const envelopeOf = (bytes) => {
    const payload = Buffer.concat([Buffer.from('{"segment_id":0}\n'), bytes]);
    const [header, event, described, recording] = lines;
    const head = [header, event, described, { ...recording, length: payload.length }];
    return Buffer.concat([Buffer.from(head.map((line) => `${JSON.stringify(line)}\n`).join('')), payload]);
  };
  const native = {
    type: 'replay',
    timestamp: '2026-11-28T19:48:41.043Z',
    payload: { replayId: seed, events: recorded },
  };
  const containers = Array.from({ length: 15 }, (_, part) => {
    const items = Array.from({ length: 1_000 }, (_item, n) => sentrySpan(part * 1_000 + n, seed));
    return `{"type":"span"}\n${JSON.stringify({ version: 2, items })}\n`;
  });
  const sentry = `/api/${id}/envelope/?sentry_version=7&sentry_key=${key}`;
  const json = Buffer.from(JSON.stringify(recorded));
  const requests = [
    ['native replay, 9.8 MB', BOTH.native, 'application/json', Buffer.from(JSON.stringify({ events: [native] }))],
    ['Sentry replay, 9.8 MB', sentry, 'text/plain', envelopeOf(json)],
    ['Sentry replay, 9.8 MB deflated', sentry, 'text/plain', envelopeOf(deflateSync(json))],
    ['15,000 spans of a Sentry SDK', sentry, 'text/plain', Buffer.from(`{}\n${containers.join('')}`)],
  ];
  for (const spans of [8_000, 15_000]) {
    const request = otlpOf(spans, seed);
    const name = `${spans.toLocaleString('en-US')} OTLP spans`;
    requests.push([name, BOTH.otlp, 'application/x-protobuf', encodeOtlp(request)]);
    requests.push([`${name}, JSON`, BOTH.otlp, 'application/json', Buffer.from(JSON.stringify(request))]);
  }
  return requests.map(([name, target, type, body]) => ({ name, target, type, body }));
}

/** Longer than the period of the notes about the delay. */
const NOTE_MS = 1_300;

/**
 * Returns for how long one large request after the other kept the gateway's event loop, in milliseconds of CPU time.
 *
 * @param gateway started with the environment of `noteTurns(directory)`
 */
export async function measureStalls({ gateway, directory, project, rounds }) {
  const stalls = new Map();
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, target, type, body } of makeRequests(project, round)) {
      await delay(NOTE_MS);
      const fromMs = Date.now();
      const headers = { 'content-type': type, 'x-service-auth': `Service service_key=${project.key}` };
      const response = await fetch(gateway.url + target, { method: 'POST', headers, body });
      await response.arrayBuffer();
      await delay(NOTE_MS);
      const ms = readLongestTurn(directory, gateway.pid, { fromMs, toMs: Date.now() });
      const one = { name, bytes: body.length, status: response.status, ms };
      if (round > 0) stalls.set(name, [...(stalls.get(name) ?? []), one]);
    }
  }
  return [...stalls.values()];
}
