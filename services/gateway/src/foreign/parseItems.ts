import type { PausableTask } from '@sluice/runtime';
import type { RecordedEvents } from '@sluice/sentry-protocol';
import { VALUE_BYTES, tooManyValues, type ReserveMemory } from '../batch/parseBatch.js';
import { scanJson, type ScanBounds } from '../batch/scanJson.js';
import { busy, type Rejection } from '../http/answer.js';

/** Parses the JSON texts of one request in another format. */
export interface ItemParser {
  /** Returns the value of a text in UTF-8; `undefined` if it is not JSON, is nested too deep, or after a refusal. */
  readonly parse: (bytes: Buffer) => PausableTask<unknown>;
  /** Returns the list of a text in UTF-8; `undefined` under the same conditions, and if the value is not a list. */
  readonly readRecording: (bytes: Buffer) => PausableTask<RecordedEvents | undefined>;
  /** Why the whole request must be refused: 413 for too many values, 503 for lack of memory. */
  readonly refusal: () => Rejection | undefined;
}

/** Returns a parser whose texts together are bounded as those of one batch. */
export function createItemParser({ maxJsonDepth, maxJsonValues }: ScanBounds, reserve: ReserveMemory): ItemParser {
  let refusal: Rejection | undefined;
  let valuesLeft = maxJsonValues;
  // eslint-disable-next-line require-yield -- one step
  const parse = function* (bytes: Buffer): PausableTask<unknown> {
    if (refusal !== undefined) return undefined;
    const text = bytes.toString('utf8');
    const { depth, values } = scanJson(text, { maxJsonDepth, maxJsonValues: valuesLeft });
    if (depth > maxJsonDepth) return undefined;
    if (values > valuesLeft) refusal = tooManyValues(maxJsonValues);
    else if (!reserve(bytes.length + values * VALUE_BYTES)) refusal = busy();
    if (refusal !== undefined) return undefined;
    valuesLeft -= values;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  };
  return {
    parse,
    refusal: () => refusal,
    *readRecording(bytes) {
      const list = yield* parse(bytes);
      return Array.isArray(list) ? { list, first: list[0] as unknown, last: list.at(-1) as unknown } : undefined;
    },
  };
}
