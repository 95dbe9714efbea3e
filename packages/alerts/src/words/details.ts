/** Numbers and names of a firing, as the decision stored them. */
export type FiringDetails = Readonly<Record<string, unknown>>;

/** Why a firing of a series ended without a recovery, as its details name it: what became of the rule, or that the destination was deleted. */
export type Ending = 'deleted' | 'disabled' | 'changed' | 'deleted with its project' | 'destination deleted';

/** What a message calls a condition or a drop. */
export interface Wording {
  /** In a list of facts: `Issue rate`. */
  readonly label: string;
  /** As a title: `Frequent issue`. */
  readonly title: string;
  /** Of several firings: `12 frequent issues`. */
  readonly plural: string;
}

/** Returns a name or number as text, or an empty string. */
export const text = (details: FiringDetails, key: string): string => {
  const value = details[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Returns a number as `1,204.5`, or `?` without one. */
export const number = (details: FiringDetails, key: string): string => {
  const value = details[key];
  return typeof value === 'number' ? formatNumber(value) : '?';
};

/** `1,204.5` */
export const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** `1 event`, `1,204 error events`; the verb for the number follows with {@link were}. */
export const counted = (details: FiringDetails, noun: string, key = 'count'): string =>
  `${number(details, key)} ${noun}${details[key] === 1 ? '' : 's'}`;

/** The verb of {@link counted}. */
export const were = (details: FiringDetails): string => (details['count'] === 1 ? 'was' : 'were');

/** Whether the hour of a drop is under way at a time. `undefined`: the text is for readers at any time. */
export const isOfPresentHour = (details: FiringDetails, at: Date | undefined): boolean =>
  ['', at?.toISOString().slice(0, 13)].includes(text(details, 'hour').slice(0, 13));

/** Returns when a drop of an hour was: `this hour`, or which one. */
export function hourName(details: FiringDetails, at: Date | undefined): string {
  if (isOfPresentHour(details, at)) return 'this hour';
  const [day, time] = text(details, 'hour').split('T');
  return `in the hour from ${day} ${time?.slice(0, 5)} UTC`;
}

/** Returns when a drop of a day was: `today`, or which one. */
export function dayName(details: FiringDetails, at: Date | undefined): string {
  const day = text(details, 'day');
  return day === '' || day === at?.toISOString().slice(0, 10) ? 'today' : `on ${day} (UTC)`;
}
