import { cut } from './limits.js';

/** The settings below `filters` that are lists of entries, by the reason of the events that they drop. */
export const LIST_FILTERS = {
  ip: 'ips',
  environment: 'environments',
  release: 'releases',
  message: 'messages',
} as const;

/** Reason of a filter that is a list of entries. */
export type EntryReason = keyof typeof LIST_FILTERS;

/** Name of a setting below `filters` that is a list. */
export type ListFilter = (typeof LIST_FILTERS)[EntryReason];

/** Whether a reason belongs to a filter whose entries are counted. */
export const isEntryReason = (reason: string): reason is EntryReason => Object.hasOwn(LIST_FILTERS, reason);

/** Name under which entries beyond {@link MAX_COUNTED_ENTRIES} of a list are counted together. */
export const OTHER_ENTRIES = '(other)';

/** Entries of one list, from the first one, that have a count of their own. */
export const MAX_COUNTED_ENTRIES = 100;

/** Longest name of an entry, in UTF-16 units. Longer entries that begin alike are counted together. */
const MAX_NAME = 100;

/** Returns the name under which the events are counted that an entry of a filter drops. */
export const filterEntryName = (entry: string): string => cut(entry, MAX_NAME);

/** Returns the names of a list's entries, in order. */
export const filterEntryNames = (entries: readonly string[]): readonly string[] =>
  entries.map((entry, index) => (index < MAX_COUNTED_ENTRIES ? filterEntryName(entry) : OTHER_ENTRIES));

/** Returns a name as part of a field of a ledger: without colons, commas and white space. */
export const encodeEntryName = (name: string): string => encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** Returns the name that {@link encodeEntryName} encoded. */
export const decodeEntryName = (text: string): string => decodeURIComponent(text);

/**
 * Returns the counts of a batch's filter entries in the form that the ledger takes: `<verdict>:<encoded name>:<count>`, separated
 * by commas; empty if there are none. @param counts by `<verdict>:<encoded name>`
 */
export const encodeEntryCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([entry, count]) => `${entry}:${count}`).join(',');
