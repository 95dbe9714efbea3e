import type { AlertRule, AlertSignal, FiringCandidate } from '@sluice/db';
import type { IssueSignalKind } from '@sluice/contract';
import type { FilteredEvent } from './matchFilters.js';

/** A rule with its compiled filters. */
export interface CompiledRule {
  readonly rule: AlertRule;
  readonly matches: (event: FilteredEvent) => boolean;
}

/** What a decision about a project depends on, besides its signals. */
export interface ProjectRules {
  readonly projectId: string;
  readonly organizationId: string;
  /** Those that apply to the project. */
  readonly rules: readonly CompiledRule[];
  /** Whether a maintenance window of the project or its organization was open at a time, milliseconds since 1970. */
  readonly isMaintained: (atMs: number) => boolean;
}

/** Releases without source maps by the id of the event that showed it: see `findUnmapped`. */
export type UnmappedReleases = ReadonlyMap<string, string>;

/**
 * Returns the firings that signals of a project's issues ask for: one for each rule with a condition of the signal's kind whose
 * filters match, suppressed if the rule was muted, or a maintenance window open, when the signal was made. Pure: the same signals and rules give the same firings with the same identities.
 */
export function matchSignals(
  signals: readonly AlertSignal[],
  project: ProjectRules,
  unmapped: UnmappedReleases = new Map(),
): readonly FiringCandidate[] {
  return signals.flatMap((signal) => {
    const event = eventOf(signal);
    return [
      ...project.rules.flatMap((compiled) => matchIssue(signal, event, { project, compiled })),
      ...project.rules.flatMap((compiled) =>
        matchUnmapped(signal, unmapped.get(signal.eventId), { project, compiled }),
      ),
    ];
  });
}

interface Matching {
  readonly project: ProjectRules;
  readonly compiled: CompiledRule;
}

function matchIssue(
  { kind, issueId, eventId, details, at }: AlertSignal,
  event: FilteredEvent,
  { project, compiled: { rule, matches } }: Matching,
): readonly FiringCandidate[] {
  const conditionIndex = rule.conditions.findIndex((condition) => condition.kind === kind);
  if (conditionIndex === -1 || !(isAboutPeople(kind) || matches(event))) return [];
  return [
    {
      ...common(rule, project, at.getTime()),
      ...{ kind, conditionIndex, subject: `issue:${issueId}`, occurrence: eventId, state: 'firing', details },
    },
  ];
}

/** Filters look at events; an assignment has none. */
const isAboutPeople = (kind: IssueSignalKind): boolean => kind === 'assigned';

/** Once for a release and rule: the occurrence is the release itself. */
function matchUnmapped(
  { at }: AlertSignal,
  release: string | undefined,
  { project, compiled: { rule } }: Matching,
): readonly FiringCandidate[] {
  if (release === undefined) return [];
  const conditionIndex = rule.conditions.findIndex(
    (condition) => condition.kind === 'drops' && condition.of.includes('unmapped_release'),
  );
  if (conditionIndex === -1) return [];
  return [
    {
      ...common(rule, project, at.getTime()),
      ...{ kind: 'unmapped_release', conditionIndex, subject: `drop:unmapped_release:${release}`, occurrence: release },
      // Each new issue of the release shows it again.
      ...{ state: 'notice', details: { release }, lasts: true },
    },
  ];
}

const common = (rule: AlertRule, { projectId, organizationId, isMaintained }: ProjectRules, atMs: number) => ({
  ...{ projectId, organizationId, ruleId: rule.id },
  ...{ destinationIds: rule.destinationIds, cooldownS: rule.cooldownS, digestS: rule.digestS },
  suppressedBy: suppressionOf(rule, isMaintained(atMs), atMs),
});

/** A maintenance window comes first: it is the reason that people set for all rules. */
function suppressionOf(
  { mutedUntil }: AlertRule,
  isMaintained: boolean,
  atMs: number,
): FiringCandidate['suppressedBy'] {
  if (isMaintained) return 'maintenance';
  return mutedUntil !== null && mutedUntil.getTime() > atMs ? 'muted' : null;
}

function eventOf({ details }: AlertSignal): FilteredEvent {
  const text = (key: string): string | null => (typeof details[key] === 'string' ? details[key] : null);
  const tags = details['tags'];
  return {
    ...{ level: text('level'), environment: text('environment'), release: text('release'), url: text('url') },
    tags: typeof tags === 'object' && tags !== null ? (tags as Readonly<Record<string, unknown>>) : {},
  };
}
