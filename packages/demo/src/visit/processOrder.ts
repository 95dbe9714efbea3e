import { HOUR_MS } from '@sluice/contract';
import { serverException } from '../faults/serverException.js';
import { SERVER_FAULTS } from '../faults/serverFaults.js';
import type { Random } from '../random.js';
import type { TraceRecorder } from './traceRecorder.js';

/** An order that the API published. */
export interface PlacedOrder {
  readonly parentId: string;
  readonly at: number;
  /** How long ago it is, in milliseconds. */
  readonly ageMs: number;
}

/** The mail server was busy for an afternoon, and is at times. */
const isMailBusy = (chance: Random, ageMs: number): boolean =>
  chance.maybe(ageMs > 70 * HOUR_MS && ageMs < 76 * HOUR_MS ? 0.7 : 0.03);

/** Adds the worker's spans and logs of an order: it counts the stock and sends the receipt. */
export function processOrder(chance: Random, trace: TraceRecorder, { parentId, at, ageMs }: PlacedOrder): void {
  const id = trace.newId();
  const waited = chance.duration(140);
  const start = at + waited;
  const [render, send] = [chance.duration(22), chance.duration(160)];
  const isBusy = isMailBusy(chance, ageMs);
  const spanOf = (op: string, name: string, isError = false) =>
    ({ service: 'worker', op, name, parentId: id, isError }) as const;
  trace.span(spanOf('db', 'SELECT * FROM orders WHERE number = $1'), start + 1, start + 5);
  trace.span(spanOf('render', 'receipt.html'), start + 5, start + 5 + render);
  trace.span(spanOf('smtp', 'SEND receipt', isBusy), start + 5 + render, start + 5 + render + send);
  const end = start + 8 + render + send;
  const metrics = { 'queue.wait_ms': waited, 'job.attempts': isBusy ? 3 : 1 };
  trace.span(
    { service: 'worker', op: 'queue.process', name: 'send-receipt', id, parentId, isError: isBusy, metrics },
    start,
    end,
  );
  const entry = { service: 'worker', at: end, spanId: id } as const;
  if (isBusy) {
    trace.exception('worker', end - 1, id, serverException(chance, SERVER_FAULTS.mail));
    trace.log({
      ...entry,
      level: 'warning',
      message: 'mail server busy, retrying',
      attributes: { queue: 'receipts', attempt: 3, delayMs: 30_000 },
    });
  } else {
    trace.log({
      ...entry,
      level: 'info',
      message: 'receipt sent',
      attributes: { queue: 'receipts', attempt: 1, durationMs: Math.round(end - start) },
    });
  }
  if (chance.maybe(0.02)) trace.exception('worker', end - 1, id, serverException(chance, SERVER_FAULTS.stock));
}
