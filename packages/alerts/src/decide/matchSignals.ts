import type { PausableTask } from '@sluice/runtime';
import { kindOf } from '../conditions/conditions.js';
import type { AlertSignal } from './alertSignal.js';
import { candidateOf } from './candidateOf.js';
import type { FiringCandidate } from './firing.js';
import type { FilteredEvent } from './matchFilters.js';
import type { CompiledRule, ProjectRules } from './projectRules.js';

/** What signals of a project are decided to be. */
export interface DecidedSignals {
  readonly candidates: readonly FiringCandidate[];
  /** How many of the signals, from the first, are decided. The others stay. */
  readonly decided: number;
}

/**
 * Returns the firings that signals of a project's issues ask for: one for each rule with a condition of the signal's kind whose
 * filters match, suppressed if the rule was muted, or a maintenance window open, when the signal was made. Pure: the same signals and rules give the same firings with the same identities.
 *
 * Yields after each rule. After the signal at which `isOver` says so, the others are not decided.
 */
export function* matchSignals(
  signals: readonly AlertSignal[],
  project: ProjectRules,
  isOver: () => boolean = () => false,
): PausableTask<DecidedSignals> {
  const candidates: FiringCandidate[] = [];
  let decided = 0;
  for (const signal of signals) {
    const event = eventOf(signal);
    for (const compiled of project.rules) {
      candidates.push(...(yield* matchIssue(signal, event, { project, compiled })));
      yield;
    }
    decided += 1;
    if (isOver()) break;
  }
  return { candidates, decided };
}

interface Matching {
  readonly project: ProjectRules;
  readonly compiled: CompiledRule;
}

function* matchIssue(
  { kind, issueId, eventId, details, at }: AlertSignal,
  event: FilteredEvent,
  { project, compiled: { rule, matches } }: Matching,
): PausableTask<readonly FiringCandidate[]> {
  const conditionIndex = rule.conditions.findIndex((condition) => condition.kind === kind);
  if (conditionIndex === -1 || !(kindOf({ kind }).filters?.length === 0 || (yield* matches(event)))) return [];
  return [
    candidateOf(
      rule,
      {
        projectId: project.projectId,
        kind,
        conditionIndex,
        subject: `issue:${issueId}`,
        occurrence: eventId,
        state: 'firing',
        details,
      },
      { rules: project, nowMs: at.getTime() },
    ),
  ];
}

function eventOf({ details }: AlertSignal): FilteredEvent {
  const text = (key: string): string | null => (typeof details[key] === 'string' ? details[key] : null);
  const tags = details['tags'];
  return {
    level: text('level'),
    environment: text('environment'),
    release: text('release'),
    url: text('url'),
    tags: typeof tags === 'object' && tags !== null ? (tags as Readonly<Record<string, unknown>>) : {},
  };
}
