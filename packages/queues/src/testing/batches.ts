import { createHash, randomUUID } from 'node:crypto';
import { EVENT_TYPES, batchIdOf, type EventType, type Part, type SerializedPart } from '@sluice/contract';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { partOf } from '@sluice/testkit';
import { createPublisher, type PublisherOptions } from '../publishing/createPublisher.js';
import type { PublishBatch, Publisher } from '../types.js';

/** A part of `events` events of one type, each with some `padding` characters. */
export function makePart(type: EventType, events: number, batch: string, padding = 20): SerializedPart {
  const part: Part = {
    project: '1',
    organization: '1',
    batch,
    arrival: Date.now(),
    hour: 0,
    epoch: 'epoch',
    ip: '192.0.2.1',
    agent: 'test',
    indexes: Array.from({ length: events }, (_, index) => index),
    events: Array.from({ length: events }, () => ({
      type,
      timestamp: '2026-01-01T00:00:00.000Z',
      payload: { text: 'x'.repeat(padding) },
    })),
  };
  return partOf(type, events, JSON.stringify(part));
}

/** A batch that no other test has: `count` events of each type given. */
export function makeBatch(counts: Partial<Record<EventType, number>>, more: Partial<PublishBatch> = {}): PublishBatch {
  const hash = createHash('sha256').update(randomUUID()).digest('hex');
  const batchId = batchIdOf(Date.now(), hash);
  const parts = EVENT_TYPES.filter((type) => counts[type] !== undefined).map((type) =>
    makePart(type, counts[type] ?? 0, batchId),
  );
  return { projectId: '1', hash, batchId, parts, ...more };
}

/** A publisher that says nothing, with short waits. */
export const makePublisher = (url: string, more: Partial<PublisherOptions> = {}): Publisher =>
  createPublisher({
    url,
    shards: 1,
    lingerMs: 5,
    markTtlMs: 60_000,
    logger: silentLogger,
    metrics: createMetrics(),
    ...more,
  });
