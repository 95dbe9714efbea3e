import { LIMITS } from '@sluice/contract';
import type { PausableTask } from '@sluice/runtime';
import type { RecordedEvents } from '@sluice/sentry-protocol';
import { isUtf8 } from 'node:buffer';
import { VALUE_BYTES, tooManyValues, type ReserveMemory } from '../batch/parseBatch.js';
import { LARGE_TEXT, checkList, parseLargeJson } from '../batch/parseLargeJson.js';
import { RawJson } from '../batch/rawJson.js';
import { scanInSteps, type JsonScan, type ScanBounds } from '../batch/scanJson.js';
import { busy, type Rejection } from '../http/answer.js';

/** Reads the JSON texts of one request in another format. All of its tasks yield between the steps of a large text. */
export interface ItemParser {
  /** Returns the value of a text in UTF-8; `undefined` if it is not JSON, is nested too deep, or after a refusal. */
  readonly parse: (bytes: Buffer) => PausableTask<unknown>;
  /** Returns a list that stays text; `undefined` under the same conditions, and if the value is not a list. */
  readonly readRecording: (bytes: Buffer) => PausableTask<RecordedEvents | undefined>;
  /** Why the whole request must be refused: 413 for too many values, 503 for lack of memory. */
  readonly refusal: () => Rejection | undefined;
  /** Levels of the deepest text so far. */
  readonly deepest: () => number;
}

/** Bytes of a replay besides its recording, at most, with few exceptions. White space and escapes do not count against its size. */
const REST_BYTES = 262_144;

/** Returns a parser whose texts together are bounded as those of one batch. */
export function createItemParser({ maxJsonDepth, maxJsonValues }: ScanBounds, reserve: ReserveMemory): ItemParser {
  let refusal: Rejection | undefined;
  let valuesLeft = maxJsonValues;
  let deepest = 0;

  /** Returns the scan of a text whose memory is reserved; `undefined` if it must not be parsed. */
  function* admit(text: string, bytesOf: (scan: JsonScan) => number): PausableTask<JsonScan | undefined> {
    if (text.length > LARGE_TEXT) yield;
    const scan = yield* scanInSteps(text, { maxJsonDepth, maxJsonValues: valuesLeft });
    if (scan.depth > maxJsonDepth) return undefined;
    if (scan.values > valuesLeft) refusal = tooManyValues(maxJsonValues);
    else if (!reserve(bytesOf(scan))) refusal = busy();
    if (refusal !== undefined) return undefined;
    valuesLeft -= scan.values;
    deepest = Math.max(deepest, scan.depth);
    return scan;
  }

  return {
    refusal: () => refusal,
    deepest: () => deepest,
    *parse(bytes) {
      if (refusal !== undefined) return undefined;
      const text = bytes.toString('utf8');
      const scan = yield* admit(text, ({ values }) => bytes.length + values * VALUE_BYTES);
      if (scan === undefined) return undefined;
      if (text.length > LARGE_TEXT) return yield* parseLargeJson(text);
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    },
    *readRecording(bytes) {
      if (refusal !== undefined) return undefined;
      const text = bytes.toString('utf8');
      // The text, and once more if it is written again.
      const scan = yield* admit(text, () => 2 * bytes.length);
      const mayBeTooLarge = bytes.length + REST_BYTES > LIMITS.maxReplayBytes;
      const list = scan === undefined ? undefined : yield* checkList(text, scan.isCompact && !mayBeTooLarge);
      if (list === undefined) return undefined;
      const json = list.isRewritten || !isUtf8(bytes) ? Buffer.from(list.text) : bytes;
      return { list: new RawJson(json, false), first: list.first, last: list.last };
    },
  };
}
