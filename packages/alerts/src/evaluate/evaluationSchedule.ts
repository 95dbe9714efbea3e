import type { AlertRules } from '../alertRule.js';
import { interleave } from '../decide/interleave.js';
import { divideRules, type RulePart } from './divideRules.js';

/** What a process has seen of a rule in a project. Times are PostgreSQL's, milliseconds since 1970; 0: never. */
export interface Seen {
  /** When it was last evaluated, successfully or not. */
  readonly evaluatedMs: number;
  /** What arrived before this time was stored when its events, users and trends were last evaluated. */
  readonly settledMs: number;
  /** The same for users, which are counted once a minute, and that minute. */
  readonly usersSettledMs: number;
  readonly usersMinute: number;
}

const NEVER: Seen = { evaluatedMs: 0, settledMs: 0, usersSettledMs: 0, usersMinute: 0 };

/** A part of the rules that is to be evaluated. */
export interface ScheduledPart {
  readonly part: RulePart;
  /** The least of what was seen of its rules: a rule may come from another part. */
  readonly seen: Seen;
}

/**
 * Remembers what was evaluated, and says what is next. It is kept in memory: a process that starts looks at the last hour of everything, and
 * what it finds again has the identity that it had.
 */
export interface EvaluationSchedule {
  /**
   * Returns all parts: of each organization the one that was evaluated longest ago, then the second one of each, and so on. The
   * organization that waits longest comes first.
   */
  readonly order: (rules: AlertRules) => readonly ScheduledPart[];
  readonly record: (part: RulePart, seen: Seen) => void;
}

/** Creates an empty memory. @param random from 0 to 1: processes that end early must not begin with the same organization again and again */
export function createEvaluationSchedule(random: () => number = Math.random): EvaluationSchedule {
  let memory = new Map<string, Seen>();
  return {
    order: (rules) => {
      const parts = divideRules(rules);
      const known = new Map<string, Seen>();
      for (const member of parts.flatMap(({ members }) => members)) known.set(member, memory.get(member) ?? NEVER);
      memory = known;
      const scheduled = parts.map((part) => ({ part, seen: leastOf(part, memory), chance: random() }));
      const servedMs = new Map<string, number>();
      for (const { part, seen } of scheduled)
        servedMs.set(part.organizationId, Math.max(seen.evaluatedMs, servedMs.get(part.organizationId) ?? 0));
      const served = ({ part }: ScheduledPart): number => servedMs.get(part.organizationId) ?? 0;
      scheduled.sort((a, b) => served(a) - served(b) || a.seen.evaluatedMs - b.seen.evaluatedMs || a.chance - b.chance);
      return interleave(scheduled, ({ part }) => part.organizationId);
    },
    record: ({ members }, seen) => {
      for (const member of members) memory.set(member, seen);
    },
  };
}

function leastOf({ members }: RulePart, memory: ReadonlyMap<string, Seen>): Seen {
  const all = members.map((member) => memory.get(member) ?? NEVER);
  const least = (of: (seen: Seen) => number): number => all.reduce((min, seen) => Math.min(min, of(seen)), Infinity);
  return {
    evaluatedMs: least((seen) => seen.evaluatedMs),
    settledMs: least((seen) => seen.settledMs),
    usersSettledMs: least((seen) => seen.usersSettledMs),
    usersMinute: least((seen) => seen.usersMinute),
  };
}
