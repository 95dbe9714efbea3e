/** How a group commit collects: see `GroupCommit` of the publisher and `createBatcher` of the workers. */
export interface GroupRule {
  /** Seconds that a commit takes; what arrives meanwhile shares the next one. */
  readonly commitSeconds: number;
  /** Seconds that a commit waits for more if the one before had several items. */
  readonly lingerSeconds: number;
  /** Items at which it does not wait. */
  readonly enough: number;
  /** Commits in progress at the same time. */
  readonly commits: number;
}

/**
 * Expected items per commit of one group commit whose items arrive at random, `perSecond` of them.
 *
 * The next commit begins either at once (the last one had a single item) or after the linger. The shares of both follow from the
 * chance that two or more items arrive meanwhile, which is a chain of two states.
 */
export function groupSize(perSecond: number, { commitSeconds, lingerSeconds, enough, commits }: GroupRule): number {
  if (perSecond <= 0) return 1;
  const alone = perSecond * commitSeconds;
  const busy = Math.max(alone / commits, Math.min(alone + perSecond * lingerSeconds, enough));
  const becomesBusy = several(alone);
  const staysBusy = several(busy);
  const busyShare = becomesBusy === 0 ? 0 : becomesBusy / (1 - staysBusy + becomesBusy);
  return (1 - busyShare) * sizeAfter(alone) + busyShare * sizeAfter(busy);
}

/** Chance of two or more arrivals where `mean` are expected. */
const several = (mean: number): number => 1 - Math.exp(-mean) * (1 + mean);

/** Expected size of the next group where `mean` items are expected meanwhile: a single later item commits alone. */
const sizeAfter = (mean: number): number => 1 - several(mean) + mean - mean * Math.exp(-mean);
