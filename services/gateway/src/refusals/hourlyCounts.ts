import { createChangedCounts, type ChangedCounts } from './changedCounts.js';

/** Name under which names beyond the bounds are counted. */
export const OTHER = '(other)';

/** Names of one project and hour that have a count of their own; others are counted together. */
const MAX_NAMES = 50;

/** Counts of one gateway, all projects together; beyond it a project's names are counted together. */
const MAX_COUNTS = 10_000;

/** A count of one project and hour. What else it has is its name. */
interface HourlyCount {
  readonly projectId: string;
  /** Hours since 1970. */
  readonly hour: number;
  readonly count: number;
}

/** Counts since the start, by hour. */
export interface HourlyCounts<Count> extends ChangedCounts<Count> {
  /** Adds `count` to that of the same name, at most up to the largest safe integer. */
  readonly add: (added: Count) => void;
}

/** What is counted. */
interface Names<Count> {
  /** Distinguishes the counts of one project and hour. */
  readonly nameOf: (count: Count) => string;
  /** Returns the count of {@link OTHER}, to which one beyond the bounds is added. */
  readonly foldOf: (count: Count) => Count;
}

/** Returns an empty count. Counts of past hours are dropped once they are taken. */
export function createHourlyCounts<Count extends HourlyCount>({ nameOf, foldOf }: Names<Count>): HourlyCounts<Count> {
  const hours = new Map<number, Map<string, Map<string, number>>>();
  let size = 0;
  const changed = createChangedCounts<Count>((count) => `${count.projectId} ${count.hour} ${nameOf(count)}`);
  const forgetBefore = (hour: number): void => {
    for (const [past, projects] of hours) {
      if (past >= hour) continue;
      for (const names of projects.values()) size -= names.size;
      hours.delete(past);
    }
  };
  return {
    add: (added) => {
      const { projectId, hour } = added;
      if (!hours.has(hour)) forgetBefore(hour - 1);
      const projects = hours.get(hour) ?? new Map<string, Map<string, number>>();
      hours.set(hour, projects);
      const names = projects.get(projectId) ?? new Map<string, number>();
      projects.set(projectId, names);
      const isKnown = names.has(nameOf(added)) || (names.size < MAX_NAMES && size < MAX_COUNTS);
      const counted = isKnown ? added : foldOf(added);
      const name = nameOf(counted);
      if (!names.has(name)) size += 1;
      const count = Math.min((names.get(name) ?? 0) + added.count, Number.MAX_SAFE_INTEGER);
      names.set(name, count);
      changed.set({ ...counted, count });
    },
    takeChanged: changed.takeChanged,
    restore: changed.restore,
  };
}
