import type { OtlpSignal } from '../event.js';

/** The part of a message's structure that is needed to walk it without decoding it. */
export interface MessageShape {
  /** Whether it is a span, a log record or a data point. */
  readonly isRecord?: boolean;
  /** Whether it is decoded by itself: a record, or a message around records, without these. */
  readonly isUnit?: boolean;
  /** Its fields that are messages, by their numbers in the `.proto` files. */
  readonly fields: ReadonlyMap<number, MessageShape>;
}

const shape = (
  fields: readonly (readonly [number, MessageShape])[],
  kind: Omit<MessageShape, 'fields'> = {},
): MessageShape => ({ fields: new Map(fields), ...kind });

const RECORD = { isRecord: true, isUnit: true };
const AROUND_RECORDS = { isUnit: true };

const LEAF = shape([]);

/** `AnyValue` and `KeyValue` contain each other. */
const valueFields = new Map<number, MessageShape>();
const VALUE: MessageShape = { fields: valueFields };
const PAIR = shape([[2, VALUE]]);
valueFields.set(5, shape([[1, VALUE]])).set(6, shape([[1, PAIR]]));

const RESOURCE = shape([
  [1, PAIR],
  [3, LEAF],
]);
const SCOPE = shape([[3, PAIR]]);

const SPAN = shape(
  [
    [9, PAIR],
    [11, shape([[3, PAIR]])],
    [13, shape([[4, PAIR]])],
    [15, LEAF],
  ],
  RECORD,
);
const LOG_RECORD = shape(
  [
    [5, VALUE],
    [6, PAIR],
  ],
  RECORD,
);
/** Returns the message of a kind of metrics whose points have these fields. */
const pointsOf = (fields: readonly (readonly [number, MessageShape])[]): MessageShape =>
  shape([[1, shape(fields, RECORD)]], AROUND_RECORDS);
const NUMBERS = pointsOf([[7, PAIR]]);
/** Packed lists count by their pieces. */
const BUCKETS = shape([[2, LEAF]]);
const METRIC = shape(
  [
    // Gauge, sum, histogram.
    [5, NUMBERS],
    [7, NUMBERS],
    [
      9,
      pointsOf([
        [6, LEAF],
        [7, LEAF],
        [9, PAIR],
      ]),
    ],
    // Exponential histogram, with two lists of buckets.
    [
      10,
      pointsOf([
        [1, PAIR],
        [8, BUCKETS],
        [9, BUCKETS],
      ]),
    ],
    // Summary, whose points are refused.
    [11, pointsOf([])],
  ],
  AROUND_RECORDS,
);

/** The export request of a signal: resources, scopes, records. */
const requestOf = (record: MessageShape): MessageShape => {
  const scopes = shape(
    [
      [1, SCOPE],
      [2, record],
    ],
    AROUND_RECORDS,
  );
  const resources = shape(
    [
      [1, RESOURCE],
      [2, scopes],
    ],
    AROUND_RECORDS,
  );
  return shape([[1, resources]]);
};

/** The messages of a request, by its signal. */
export const REQUESTS: Readonly<Record<OtlpSignal, MessageShape>> = {
  traces: requestOf(SPAN),
  logs: requestOf(LOG_RECORD),
  metrics: requestOf(METRIC),
};
