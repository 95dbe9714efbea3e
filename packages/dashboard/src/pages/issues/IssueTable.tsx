import { useEffect, useRef, useState } from 'react';
import type { List } from '../../api/useList';
import { Button } from '../../components/Button';
import { NewerLine } from '../../components/NewerLine';
import { Skeleton } from '../../components/Skeleton';
import { cx } from '../../lib/cx';
import { useGo } from '../../lib/useGo';
import { useKeys } from '../../lib/useKeys';
import { BulkBar } from './BulkBar';
import { changedBy } from './changeOf';
import { useMemberNames } from './ChangeMenus';
import type { Issue, IssueChange } from './issue';
import { IssueRow } from './IssueRow';
import { lastIssue } from './lastIssue';
import styles from './IssuesPage.module.css';
import { useSelection } from './useSelection';

interface Props {
  readonly list: List<Issue>;
  /** Those of the list that belong into the tab. */
  readonly issues: readonly Issue[];
  /** Label of the range: `24 hours`. */
  readonly rangeLabel: string;
  readonly change: (issues: readonly Issue[], change: IssueChange) => void;
}

const SKELETONS = 8;

/** The list of issues: selection, keys, and what can be done with the selected ones. */
export function IssueTable({ list, issues, rangeLabel, change }: Props) {
  const selection = useSelection();
  const selected = issues.filter(({ id }) => selection.ids.has(id));
  const cursor = useCursor(issues, selected, change, selection.toggle);
  const members = useMemberNames(issues.some(({ assignee }) => assignee !== null));
  const areAll = issues.length > 0 && selected.length === issues.length;
  return (
    <div className={styles.place}>
      {selected.length > 0 ? (
        <BulkBar selected={selected} change={change} clear={selection.clear} refresh={list.retry} />
      ) : null}
      <NewerLine list={list} noun="issue" />
      <table className={cx(styles.table, list.isStale && styles.stale)} aria-busy={list.isLoading} ref={cursor.table}>
        <thead>
          <tr className={styles.head}>
            <th scope="col" className={styles.check}>
              <input
                type="checkbox"
                aria-label="Select all issues of the list"
                checked={areAll}
                disabled={issues.length === 0}
                onChange={() => selection.set(areAll ? [] : issues.map(({ id }) => id))}
              />
            </th>
            <Headings rangeLabel={rangeLabel} />
          </tr>
        </thead>
        <tbody>
          {list.isLoading
            ? Array.from({ length: SKELETONS }, (_none, index) => <SkeletonRow key={index} />)
            : issues.map((issue, index) => (
                <IssueRow
                  key={issue.id}
                  issue={issue}
                  isCurrent={index === cursor.index}
                  isSelected={selection.ids.has(issue.id)}
                  assignee={issue.assignee === null ? undefined : (members.get(issue.assignee) ?? 'assigned')}
                  toggle={selection.toggle}
                />
              ))}
        </tbody>
      </table>
      {list.isLoading || issues.length === 0 ? null : <Foot list={list} />}
    </div>
  );
}

const Headings = ({ rangeLabel }: { readonly rangeLabel: string }) => (
  <>
    <th scope="col" className={styles.issue}>
      Issue
    </th>
    <th
      scope="col"
      className={styles.bars}
      title="Events over time. Each row has its own scale, up to the number beside it."
    >
      <div className={styles.series}>
        <span className={styles.range}>{rangeLabel}</span>
        <span className={styles.most}>max</span>
      </div>
    </th>
    <th scope="col" className={styles.number}>
      Events
    </th>
    <th scope="col" className={styles.number}>
      Users
    </th>
    <th scope="col" className={styles.release}>
      Release
    </th>
    <th scope="col" className={styles.age} title="Time since the last event; below it, since the first">
      Last · age
    </th>
  </>
);

const SkeletonRow = () => (
  <tr className={styles.row}>
    <td className={styles.check}>
      <Skeleton width="15px" />
    </td>
    <td className={styles.issue}>
      <Skeleton width="62%" />
      <div className={styles.where}>
        <Skeleton width="38%" />
      </div>
    </td>
    <td className={styles.bars}>
      <Skeleton width="120px" height="24px" />
    </td>
    <td className={styles.number}>
      <Skeleton width="40px" />
    </td>
    <td className={styles.number}>
      <Skeleton width="32px" />
    </td>
    <td className={styles.release}>
      <Skeleton width="80px" />
    </td>
    <td className={styles.age}>
      <Skeleton width="44px" />
    </td>
  </tr>
);

const Foot = ({ list }: { readonly list: List<Issue> }) => (
  <div className={styles.foot}>
    <p className={styles.keys} aria-label="Keys">
      <span>
        <kbd>j</kbd> <kbd>k</kbd> move
      </span>
      <span>
        <kbd>↵</kbd> open
      </span>
      <span>
        <kbd>e</kbd> resolve
      </span>
      <span>
        <kbd>i</kbd> ignore
      </span>
      <span>
        <kbd>r</kbd> reopen
      </span>
      <span>
        <kbd>x</kbd> select
      </span>
    </p>
    {list.hasMore ? (
      <Button onClick={list.loadMore} busy={list.isLoadingMore}>
        Load more
      </Button>
    ) : null}
  </div>
);

/** Moves along the rows with keys and changes the selected issues, or the one at the cursor. */
function useCursor(
  issues: readonly Issue[],
  selected: readonly Issue[],
  change: Props['change'],
  toggle: (id: string) => void,
) {
  const table = useRef<HTMLTableElement>(null);
  const go = useGo();
  const [at, setAt] = useState(() => {
    const index = issues.findIndex(({ id }) => id === lastIssue());
    return index === -1 ? undefined : index;
  });
  const index = at === undefined ? undefined : Math.min(at, issues.length - 1);
  const current = index === undefined ? undefined : issues[index];
  useEffect(() => {
    table.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  const move = (by: number) => () => setAt(Math.min(Math.max(0, (index ?? (by > 0 ? -1 : 1)) + by), issues.length - 1));
  const targets = selected.length > 0 ? selected : current === undefined ? [] : [current];
  const run = (asked: IssueChange) =>
    changedBy(targets, asked).length === 0 ? undefined : () => change(targets, asked);
  useKeys({
    j: move(1),
    k: move(-1),
    Enter: current === undefined ? undefined : () => go(`issues/${current.id}`),
    e: run({ status: 'resolved' }),
    i: run({ status: 'ignored' }),
    r: run({ status: 'open' }),
    x: () => current !== undefined && toggle(current.id),
  });
  return { table, index };
}
