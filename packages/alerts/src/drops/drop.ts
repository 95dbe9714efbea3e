import { DAY_MS, HOUR_MS } from '@sluice/contract';
import type { AlertSeverity } from '../alertMessage.js';
import type { FiringDetails, Wording } from '../words/details.js';
import type { PageUrls } from '../words/pageUrls.js';
import type { DropFacts } from './dropFacts.js';
import { countedFrom, periodsOf, type SearchWindow } from './searchWindow.js';

/** Data that Sluice drops or lacks, as rules about drops report it. */
export interface Drop {
  readonly kind: string;
  readonly organizationId: string;
  /** `null`: it concerns the whole organization, and only rules of the organization report it. */
  readonly projectId: string | null;
  /** What is dropped; distinguishes subjects of the same kind. */
  readonly what: string;
  /** Hour, day or month: a rule reports a subject once in it. */
  readonly occurrence: string;
  /**
   * The last moment that it is about, milliseconds since 1970: the end of its hour, day or month, when a loss was found, the present for what
   * is still true. Rules that are younger do not report it; mutes and maintenance windows count if they were open then.
   */
  readonly lastMs: number;
  /** Numbers and names for the message. */
  readonly details: Readonly<Record<string, string | number>>;
  /** It began earlier: only a rule whose report of that was suppressed reports it. */
  readonly isOngoing?: boolean;
}

/** What a search found. */
export interface FoundDrops {
  readonly drops: readonly Drop[];
  /** Until when everything was searched, milliseconds since 1970; `undefined`: not known yet. */
  readonly untilMs: number | undefined;
}

/** Whose drops are searched for. */
interface SearchScope {
  /** Rules; some ask for the drops. */
  readonly rules: readonly { readonly organizationId: string }[];
  /** The organization of each project that is not deleted. */
  readonly organizationOf: ReadonlyMap<string, string>;
}

/** How drops are found. Kinds that are found in the same rows share a search. */
export interface DropSearch {
  /** Name under which its progress is stored; it never changes. */
  readonly name: string;
  /** Reads all projects by one statement for a period. */
  readonly find: (facts: DropFacts, scope: SearchScope, window: SearchWindow) => Promise<FoundDrops>;
}

/** A kind of drop: how it is found, and its words. */
export interface DropKindOf<Kind extends string> extends Wording {
  readonly kind: Kind;
  /** As the end of "when …": `a disabled key is used`. */
  readonly when: string;
  /** `undefined`: exceptions signal it. */
  readonly search?: DropSearch;
  /** It concerns a whole organization: rules of a project do not report it. */
  readonly isOfOrganization?: true;
  /** It is reported once, or once a day, and remains true: if its firing was suppressed, it is reported afterwards. */
  readonly lasts?: true;
  /** Its message is useful only until the hour ends: the hourly limit of a destination does not delay it. */
  readonly isUrgent?: true;
  /** One sentence: why the rule fired. @param at when the message is made, which may be hours after the drop; `undefined`: for a history */
  readonly reason: (details: FiringDetails, at: Date | undefined) => string;
  /** Title of one drop. Default: `title`. */
  readonly titleOf?: (details: FiringDetails) => string | undefined;
  /** Default: `warning`. */
  readonly severity?: (details: FiringDetails) => AlertSeverity;
  /** The page of a drop. Default: the usage of the project. */
  readonly page?: (pages: PageUrls, details: FiringDetails) => string;
  /** A page whose button does what the message proposes. */
  readonly action?: (
    pages: PageUrls,
    details: FiringDetails,
    at: Date,
  ) => { readonly label: string; readonly url: string } | undefined;
}

/** A drop of a project, without its organization. */
export type ProjectDrop = Pick<Drop, 'kind' | 'what' | 'occurrence' | 'lastMs' | 'details' | 'isOngoing'>;

/** Returns the drop with the organization of its project; nothing for a deleted project. */
export function ofProject(
  organizationOf: ReadonlyMap<string, string>,
  projectId: string,
  drop: ProjectDrop,
): readonly Drop[] {
  const organizationId = organizationOf.get(projectId);
  return organizationId === undefined ? [] : [{ ...drop, organizationId, projectId }];
}

/** An ISO time. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** The UTC day of a moment. */
export const dayOf = (ms: number): string => iso(ms).slice(0, 10);

/** The last moment of an hour. */
export const endOfHour = (startMs: number): number => startMs + HOUR_MS - 1;

/** The last moment of a day. */
export const endOfDay = (startMs: number): number => startMs + DAY_MS - 1;

/** Returns what is found in each day that may have got counts. */
export async function inDays(
  window: SearchWindow,
  find: (dayMs: number) => Promise<readonly Drop[]>,
): Promise<FoundDrops> {
  const drops: Drop[] = [];
  for (const dayMs of periodsOf(countedFrom(window), window.nowMs, DAY_MS)) drops.push(...(await find(dayMs)));
  return { drops, untilMs: window.nowMs };
}
