import { MINUTE_MS, HOUR_MS, DAY_MS } from './durations';

/** The ranges that can be chosen by name, in the order of the menu. */
export const RANGE_PRESETS = ['1h', '24h', '7d', '14d', '30d'] as const;

/** The name of a range that ends now. */
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** A range of time, half open. */
export interface TimeRange {
  /** `undefined` if both ends are fixed. */
  readonly preset: RangePreset | undefined;
  readonly from: Date;
  readonly to: Date;
}

const LENGTHS: Readonly<Record<RangePreset, number>> = {
  '1h': HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '14d': 14 * DAY_MS,
  '30d': 30 * DAY_MS,
};
const LABELS: Readonly<Record<RangePreset, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
  '30d': 'Last 30 days',
};

/** The range of a URL that names none. */
export const DEFAULT_PRESET: RangePreset = '24h';

/** A preset begins with a whole hour: everything that counts a range counts whole hours, and lists show the same. */
const startOf = (preset: RangePreset, end: number): number => Math.floor((end - LENGTHS[preset]) / HOUR_MS) * HOUR_MS;

const isPreset = (text: string | undefined): text is RangePreset => RANGE_PRESETS.some((preset) => preset === text);

/** Returns the label of a preset: `Last 24 hours`. */
export const presetLabel = (preset: RangePreset): string => LABELS[preset];

/** Returns the short label of a preset, `24 h`, where there is little room. */
export const shortPresetLabel = (preset: RangePreset): string => preset.replace(/(?=[hd]$)/, ' ');

/**
 * Returns the range that the search parameters `range`, or `from` and `to`, describe; the default if they describe none.
 * @param now the end of a preset
 */
export function readTimeRange(
  { range, from, to }: { readonly range?: string; readonly from?: string; readonly to?: string },
  now: Date,
): TimeRange {
  const [start, end] = [new Date(from ?? Number.NaN), new Date(to ?? Number.NaN)];
  if (!isPreset(range) && start.getTime() < end.getTime()) return { preset: undefined, from: start, to: end };
  const preset = isPreset(range) ? range : DEFAULT_PRESET;
  return { preset, from: new Date(startOf(preset, now.getTime())), to: now };
}

/** Returns the preset that has these ends, whenever it is read; `undefined` if none has. */
export const presetOf = (from: Date, to: Date): RangePreset | undefined =>
  RANGE_PRESETS.find((preset) => startOf(preset, to.getTime()) === from.getTime());

/** Returns why search parameters describe no range, so that the default is shown; `undefined` if they do, or name none. */
export function rangeProblem({
  range,
  from,
  to,
}: {
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
}): string | undefined {
  if (isPreset(range) || (range === undefined && from === undefined && to === undefined)) return undefined;
  const [start, end] = [new Date(from ?? Number.NaN).getTime(), new Date(to ?? Number.NaN).getTime()];
  if (start < end) return undefined;
  if (range !== undefined) return `“${range}” is not a range. Ranges are ${RANGE_PRESETS.join(', ')}.`;
  if (from === undefined || to === undefined) return 'A range needs both from and to.';
  if (Number.isNaN(start) || Number.isNaN(end)) return `“${Number.isNaN(start) ? from : to}” is not a time.`;
  return 'The end of the range must be after its start.';
}

/** Returns the search parameters of a range. The default needs none. */
export const writeTimeRange = (
  range: RangePreset | { readonly from: Date; readonly to: Date },
): Readonly<Record<'range' | 'from' | 'to', string | undefined>> =>
  typeof range === 'string'
    ? { range: range === DEFAULT_PRESET ? undefined : range, from: undefined, to: undefined }
    : { range: undefined, from: range.from.toISOString(), to: range.to.toISOString() };

/** Steps of charts, in milliseconds. */
const STEPS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS];

/**
 * Returns the smallest step with which a range has at most `most` bars. A preset has the step of its name, although it is up to an
 * hour longer: it is the same at each time of the hour.
 */
export function stepOf({ preset, from, to }: TimeRange, most = 100): number {
  const length = preset === undefined ? to.getTime() - from.getTime() : LENGTHS[preset];
  return STEPS.find((step) => length / step <= most) ?? DAY_MS;
}
