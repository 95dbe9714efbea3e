import { formatBytes, formatDuration } from '../../lib/format';

const NUMBER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const LARGE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** Writes a value of a metric; `isShort` for axes. */
export type MetricFormat = (value: number, isShort?: boolean) => string;

/** `0.0123`, `12.5`, `1,284`: a value without a unit. */
const plain: MetricFormat = (value, isShort = false) => {
  if (isShort) return COMPACT.format(value);
  return Math.abs(value) >= 1_000 ? LARGE.format(value) : NUMBER.format(value);
};

const inMilliseconds: MetricFormat = (value) => formatDuration(value);
const inSeconds: MetricFormat = (value) => formatDuration(value * 1_000);
const inBytes: MetricFormat = (value) => formatBytes(value);

/** Endings of names that say the unit, and the web vitals that are times. */
const UNITS: readonly (readonly [RegExp, MetricFormat])[] = [
  [/^web_vital\.(fcp|fid|inp|lcp|ttfb)$/, inMilliseconds],
  [/(^|[._])(ms|millis|milliseconds)$/i, inMilliseconds],
  [/(^|[._])(s|sec|secs|seconds)$/i, inSeconds],
  [/(^|[._])bytes$/i, inBytes],
];

/** Returns how values of a metric are written. Metrics have no unit; their names may: `queue.wait_ms`, `response.bytes`. */
export const metricFormat = (name: string): MetricFormat => UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? plain;
