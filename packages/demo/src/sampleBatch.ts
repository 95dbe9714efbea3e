import { randomBytes, randomUUID } from 'node:crypto';

/**
 * Returns a batch with one event of each type that belong together, as an SDK sends it. @param nowMs time of its events
 */
export function sampleBatch(nowMs: number): { readonly events: readonly unknown[] } {
  const at = (ms: number): string => new Date(nowMs + ms).toISOString();
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  const environment = 'demo';
  const event = (type: string, payload: unknown, contexts: object = {}): unknown => ({
    type,
    timestamp: at(0),
    contexts: { environment, ...contexts },
    payload,
  });
  const inTrace = { release: 'shop@1.0.0', 'user.id': 'u-1', 'trace.id': traceId };
  return {
    events: [
      event('exception', { type: 'TypeError', message: 'cart is undefined', handled: false }, inTrace),
      event('log', { level: 'info', message: 'Checkout started' }),
      event('hit', { kind: 'pageview', url: 'https://shop.example/checkout' }),
      event('span', {
        uuid: spanId,
        traceId,
        name: 'GET /checkout',
        op: 'http.server',
        status: 'ok',
        startTime: at(-120),
        endTime: at(0),
        duration: 120,
        metrics: { items: 3 },
      }),
      event('replay', { replayId: randomUUID(), segment: 0, events: [] }),
    ],
  };
}

/** Returns a shell command that sends the batch. */
export function curlLine(baseUrl: string, key: string, nowMs: number): string {
  const body = JSON.stringify(sampleBatch(nowMs));
  return `curl -sS ${baseUrl}/api/envelope -H 'Content-Type: application/json' -H 'X-Service-Auth: Service service_key=${key}' -d '${body}'`;
}
