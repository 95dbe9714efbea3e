import { HOUR_MS, DAY_MS } from './durations';

const NUMBER = new Intl.NumberFormat('en-US');
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent' });
const TENTHS = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `1,284`. Counts are shown in full: a rounded number cannot be added up. */
export const formatCount = (count: number): string => NUMBER.format(count);

/** `1.28K`, for axes and narrow places; the full number belongs into the title. */
export const formatCompact = (count: number): string => COMPACT.format(count);

/** `12.5%` of a share from 0 to 1. */
export const formatShare = (share: number): string => {
  if (share > 0 && share < 0.001) return '<0.1%';
  return share === 0 || share === 1 ? PERCENT.format(share) : TENTHS.format(share);
};

/** `4.2/min`, `2.33/h`, `8/day`, of a rate per minute: the unit in which the number is at least one. */
export function formatRate(perMinute: number): string {
  const [unit, factor] = perMinute >= 1 ? ['min', 1] : perMinute >= 1 / 60 ? ['h', 60] : ['day', 1_440];
  return `${formatCompact(perMinute * factor)}/${unit}`;
}

/** `3 issues`, `1 issue`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** `12 µs`, `3.41 ms`, `1.84 s`, `2 min 5 s`, `3 h 4 min`, `2 d 3 h`, of milliseconds. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `−${formatDuration(-ms)}`;
  if (ms === 0) return '0 ms';
  if (ms < 1) return `${(ms * 1_000).toFixed(0)} µs`;
  if (ms < 1_000) return `${digits(ms)} ms`;
  if (ms < 60_000) return `${digits(ms / 1_000)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return pair(seconds, 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return pair(minutes, 60, 'h', 'min');
  return pair(Math.round(minutes / 60), 24, 'd', 'h');
}

const SHORT: readonly (readonly [from: number, unit: string])[] = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
  [0.001, 'µs'],
];

/** `40 ms`, `1.5 s`, `1.3 min`, of milliseconds: for axes, in one unit. */
export function formatShortDuration(ms: number): string {
  const [from, unit] = SHORT.find(([least]) => ms >= least) ?? [1, 'ms'];
  return `${Number((ms / from).toPrecision(2))} ${unit}`;
}

const pair = (value: number, base: number, large: string, small: string): string =>
  value % base === 0 ? `${value / base} ${large}` : `${Math.floor(value / base)} ${large} ${value % base} ${small}`;

/** `1:04`, `1:02:09`: a time or the length of a recording. */
export function formatPosition(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `512 B`, `4.3 KB`, of bytes, in steps of 1,000, as limits and the command line have them. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3 + 1e-9), UNITS.length - 1);
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${UNITS[step] ?? ''}`;
}

const AGES: readonly (readonly [number, string])[] = [
  [60_000, 's'],
  [HOUR_MS, 'min'],
  [DAY_MS, 'h'],
  [Number.POSITIVE_INFINITY, 'd'],
];
const AGE_UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: HOUR_MS, d: DAY_MS };

/** `9 s`, `2 min`, `3 h`, `41 d`: an age as one number. */
export function formatAge(ms: number): string {
  const [, unit = 'd'] = AGES.find(([below]) => ms < below) ?? [];
  return `${Math.max(0, Math.floor(ms / (AGE_UNITS[unit] ?? 1)))} ${unit}`;
}
