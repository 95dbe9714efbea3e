import type { FiringDetails } from '../words/details.js';

/** Firings of a rule about other subjects that were suppressed. Times are ISO. */
interface Others {
  readonly count: number;
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

const WHY: Readonly<Record<string, string>> = {
  muted: 'while it was muted',
  maintenance: 'during maintenance',
  cooldown: 'because of its cool-down',
  several: 'while it was muted, cooling down or in maintenance',
};

/** Returns how many firings of a rule about other subjects no message mentioned before these firings of it, one sentence; `undefined`: none. */
export function unsentText(rule: string, firings: readonly { readonly details: FiringDetails }[]): string | undefined {
  const all = firings.flatMap(({ details }) => (isOthers(details['others']) ? [details['others']] : []));
  const [first] = all;
  if (first === undefined) return undefined;
  const count = all.reduce((sum, others) => sum + others.count, 0);
  const from = all.reduce((least, others) => (others.from < least ? others.from : least), first.from);
  const to = all.reduce((most, others) => (others.to > most ? others.to : most), first.to);
  const why = WHY[all.every(({ by }) => by === first.by) ? first.by : 'several'] ?? '';
  const [what, verb] =
    count === 1 ? ['1 other firing', 'was'] : [`${count.toLocaleString('en-US')} other firings`, 'were'];
  return `${what} of “${rule}” ${verb} not sent ${why} (${rangeOf(from, to)}).`;
}

const isOthers = (value: unknown): value is Others =>
  typeof value === 'object' && value !== null && 'count' in value && 'from' in value && 'to' in value && 'by' in value;

/** `2026-11-03 10:00–12:00 UTC` */
function rangeOf(from: string, to: string): string {
  const [start, end] = [from, to].map((time) => time.slice(0, 16).replace('T', ' '));
  if (start === end) return `${start} UTC`;
  return start?.slice(0, 10) === end?.slice(0, 10) ? `${start}–${end?.slice(11)} UTC` : `${start} to ${end} UTC`;
}
