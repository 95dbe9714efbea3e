import type { NAME_KINDS } from '@sluice/contract';

/** One of {@link NAME_KINDS}. */
export type NameKind = (typeof NAME_KINDS)[number];

/** The most new names of each kind that a project may add in a UTC hour. */
export type NameCaps = Readonly<Record<NameKind, number>>;

/**
 * Above what one project adds in a busy hour: a build server that names a release after each commit, a preview environment
 * for each branch, a bad deployment of a large application, the first visits of a large site's users.
 */
export const DEFAULT_NAME_CAPS: NameCaps = { environment: 50, release: 100, issue: 500, metric: 500, user: 10_000 };

/** The name under which everything above a cap is derived. A client that sends this name is counted under it, too. */
export const OTHER = '(other)';

/** Number of events (of metrics: values) that were derived under {@link OTHER}. */
export interface Fold {
  readonly projectId: string;
  readonly kind: NameKind;
  readonly count: number;
}

/** The caps of one transaction, and what it derived under {@link OTHER} because of them. */
export interface NameBudget {
  readonly caps: NameCaps;
  /** Adds to the number of events (of metrics: values) of a project that were derived under {@link OTHER}. */
  readonly fold: (kind: NameKind, projectId: string, count: number) => void;
  /** Returns the totals, one entry for each project and kind, in lock order. */
  readonly folds: () => readonly Fold[];
}

/** Returns an empty budget. A transaction that is repeated needs a new one. */
export function createNameBudget(caps: NameCaps = DEFAULT_NAME_CAPS): NameBudget {
  const noted = new Map<string, Fold>();
  return {
    caps,
    fold: (kind, projectId, count) => {
      const name = `${projectId}/${kind}`;
      noted.set(name, { projectId, kind, count: count + (noted.get(name)?.count ?? 0) });
    },
    folds: () => [...noted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fold]) => fold),
  };
}
