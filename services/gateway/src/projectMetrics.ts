import { OUTCOMES, VERDICTS, type Outcome } from '@sluice/contract';
import { Counter, type Clock, type Metrics } from '@sluice/runtime';

/** Options of {@link projectMetrics}. */
export interface ProjectMetricsOptions {
  /** Projects with series of their own; 0 means that nothing is counted and no metric exists. */
  readonly top: number;
  readonly clock: Clock;
}

/** Counts the events of a batch for its project. @param verdicts one `VERDICTS` character for each event */
export type CountForProject = (projectId: string, verdicts: string) => void;

/** Label of all projects without series of their own. */
const OTHER = 'other';
/** How often the busiest projects are chosen anew. */
const CHOICE_MS = 60_000;
/** Projects counted between two scrapes; events of further ones count as `other`. */
const MOST_COUNTED = 10_000;
/** A project replaces another one only if it is this much busier, so that series do not come and go. */
const HEAD_START = 2;

/**
 * Registers `sluice_gateway_project_events_total` for the `top` busiest projects and `other`. Every event counts once: a
 * project that gets its own series leaves its past in `other`, and one that loses them is removed and counts in `other`.
 */
export function projectMetrics(registry: Metrics, { top, clock }: ProjectMetricsOptions): CountForProject {
  if (top === 0) return () => undefined;
  const counted = new Map<string, OutcomeCounts>();
  const busy = new Map<string, number>();
  let shown: ReadonlySet<string> = new Set();
  let chosenMs = Number.NEGATIVE_INFINITY;
  const collect = (): void => {
    for (const [project, counts] of counted) {
      busy.set(project, (busy.get(project) ?? 0) + counts.reduce((sum, count) => sum + count, 0));
    }
    if (clock() - chosenMs >= CHOICE_MS) {
      const next = new Set(busiest(busy, shown, top));
      for (const project of shown) if (!next.has(project)) removeSeries(events, project);
      shown = next;
      busy.clear();
      chosenMs = clock();
    }
    for (const [project, counts] of counted) {
      for (const [position, outcome] of OUTCOMES.entries()) {
        const count = counts[position] ?? 0;
        if (count > 0) events.inc({ project: shown.has(project) ? project : OTHER, outcome }, count);
      }
    }
    counted.clear();
  };
  const events: Counter<'project' | 'outcome'> = new Counter({
    name: 'sluice_gateway_project_events_total',
    help: 'Events by id of the project, for the busiest ones (`METRICS_TOP_PROJECTS`); the rest is other',
    labelNames: ['project', 'outcome'],
    registers: [registry],
    collect,
  });
  return (projectId, verdicts) => {
    const project = counted.has(projectId) || counted.size < MOST_COUNTED ? projectId : OTHER;
    const counts = counted.get(project) ?? newCounts();
    counted.set(project, counts);
    for (const code of verdicts) {
      const position = POSITIONS.get(code);
      if (position !== undefined) counts[position] = (counts[position] ?? 0) + 1;
    }
  };
}

/** Counts in the order of `OUTCOMES`. */
type OutcomeCounts = number[];

const newCounts = (): OutcomeCounts => OUTCOMES.map(() => 0);

const POSITIONS: ReadonlyMap<string, number> = new Map(
  Object.entries(VERDICTS).map(([code, { outcome }]) => [code, OUTCOMES.indexOf(outcome)]),
);

/** Returns the busiest projects; those that are shown have a head start. */
function busiest(busy: ReadonlyMap<string, number>, shown: ReadonlySet<string>, top: number): readonly string[] {
  const weight = ([project, events]: readonly [string, number]): number =>
    shown.has(project) ? events * HEAD_START : events;
  return [...busy]
    .filter(([project]) => project !== OTHER)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, top)
    .map(([project]) => project);
}

function removeSeries(events: Counter<'project' | 'outcome'>, project: string): void {
  for (const outcome of OUTCOMES satisfies readonly Outcome[]) events.remove({ project, outcome });
}
