import { isValidPayload } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { inflatedBody, listCaptures, RECORDED_KEY, RECORDED_PROJECT, type Capture } from '@sluice/testkit/captures';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { EnvelopeItem } from './envelope/readEnvelope.js';
import { parseSentryDsn, readTunnelDsn } from './keys/parseSentryDsn.js';
import { readSentryKeys } from './keys/readSentryKeys.js';
import { findRecording } from './replay/findRecording.js';
import { recordingsOf } from './replay/recordingsOf.js';
import { openEnvelope, parse } from './testing/envelopes.js';
import { translateEnvelope, translateSecurityReport, translateStored, withoutProblem } from './testing/translate.js';
import type { Translation } from './translation.js';

/** Sentry's endpoints for events, and the tunnel of the recordings. */
const ENDPOINTS = /^\/(?:api\/4242\/(envelope|store|security)\/|tunnel$)/;

const captures = listCaptures().filter(({ method, url }) => method === 'POST' && ENDPOINTS.test(url));

describe('recorded requests', () => {
  test('are of many SDKs', () => {
    expect(new Set(captures.map(({ sdk }) => sdk)).size).toBeGreaterThan(10);
  });

  test.each(captures.map((capture) => [`${capture.sdk}/${capture.name}`, capture] as const))('%s', (_name, capture) => {
    const { events, untaken, id } = translate(capture);
    expect(events.filter(({ type, payload }) => !isValidPayload[type](payload))).toEqual([]);
    expect(translate(capture)).toEqual({ events, untaken, id, discarded: translate(capture).discarded });
    expect([keyOf(capture), projectOf(capture)]).toEqual([RECORDED_KEY, RECORDED_PROJECT]);
    expect([events.length, [...untaken].reduce((sum, [, count]) => sum + count, 0)]).toEqual(countsOf(capture));
  });
});

function translate(capture: Capture): Translation {
  const bytes = inflatedBody(capture);
  if (capture.url.includes('/store/')) return withoutProblem(translateStored(bytes));
  if (capture.url.includes('/security/')) return withoutProblem(translateSecurityReport(bytes, {}));
  const envelope = openEnvelope(bytes);
  const recordings = new Map(recordingsOf(envelope).flatMap((item) => inflateRecording(item)));
  return withoutProblem(translateEnvelope(envelope, recordings));
}

function inflateRecording(item: EnvelopeItem): readonly (readonly [EnvelopeItem, Buffer])[] {
  const recording = findRecording(item);
  if (recording === undefined || recording.coding === 'identity') return [];
  return [[item, recording.coding === 'gzip' ? gunzipSync(recording.bytes) : inflateSync(recording.bytes)]];
}

const keyOf = ({ headers, url, body }: Capture): string | undefined =>
  url === '/tunnel'
    ? parseSentryDsn(readTunnelDsn(body) ?? '')?.key
    : readSentryKeys(headers['x-sentry-auth'], url).join();

const projectOf = ({ url, body }: Capture): string | undefined =>
  url === '/tunnel' ? parseSentryDsn(readTunnelDsn(body) ?? '')?.projectNumber : url.split('/')[2];

const TAKEN: ReadonlySet<unknown> = new Set(['event', 'feedback', 'replay_event']);
const READ: ReadonlySet<unknown> = new Set(['replay_recording', 'client_report']);

/** Counts the events of a capture and the items that are not taken, from its lines. */
function countsOf(capture: Capture): readonly [events: number, untaken: number] {
  const bytes = inflatedBody(capture);
  if (capture.url.includes('/store/')) return [1, 0];
  if (capture.url.includes('/security/')) return [[parse(bytes)].flat().length, 0];
  const counts: [number, number] = [0, 0];
  for (const { header, payload } of openEnvelope(bytes).items) {
    const type = header['type'];
    const { items, spans } = (parse(payload) ?? {}) as { items?: unknown[]; spans?: unknown[] };
    if (TAKEN.has(type)) counts[0] += 1;
    else if (type === 'span' || type === 'log' || type === 'trace_metric') counts[0] += items?.length ?? 1;
    else if (type === 'transaction') counts[0] += 1 + (spans?.length ?? 0);
    else if (!READ.has(type)) counts[1] += 1;
  }
  return counts;
}
