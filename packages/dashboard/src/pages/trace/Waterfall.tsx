import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../components/Button';
import { EmptyState } from '../../components/EmptyState';
import { ErrorNote } from '../../components/ErrorNote';
import { formatCount } from '../../lib/format';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { criticalPath } from './model/criticalPath';
import { matchingSpans } from './model/matchingSpans';
import { ancestorsOf, visibleRows } from './model/visibleRows';
import { SpanPanel } from './SpanPanel';
import styles from './Waterfall.module.css';
import { WaterfallTools } from './WaterfallTools';
import { WaterfallRows } from './WaterfallRows';
import { MAX_SPANS, type TraceSpans } from './useTraceSpans';

interface Props {
  readonly spans: TraceSpans;
  /** Spans that the trace has. */
  readonly stored: number | undefined;
  readonly exceptions: readonly { readonly spanId: string | null }[];
  readonly params: { readonly org: string; readonly project: string; readonly traceId: string };
}

const NO_SPANS: ReadonlySet<number> = new Set();

/** The spans of a trace as a tree over time, with search, collapsing, the critical path, and the chosen span beside it. */
export function Waterfall({ spans, stored, exceptions, params }: Props) {
  const { loaded, error, retry } = spans;
  const { span: chosen, critical } = useSearch();
  const setSearch = useSetSearch();
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(NO_SPANS);
  const [words, setWords] = useState('');
  const searched = useDeferredValue(words);
  const { rows, matches, path } = useRows(loaded, { collapsed, searched, isCritical: critical === '1' });
  const failed = useMemo(() => new Set(exceptions.flatMap(({ spanId }) => spanId ?? [])), [exceptions]);
  if (loaded === undefined || rows === undefined) return <Unloaded error={error} retry={retry} />;
  const { table, tree, count } = loaded;
  const choose = (at: number): void => {
    setSearch({ span: table.uuid[at] }, { replace: true });
    const hidden = ancestorsOf(tree, at).filter((above) => collapsed.has(above));
    if (hidden.length > 0) setCollapsed(new Set([...collapsed].filter((own) => !hidden.includes(own))));
  };
  const at = chosen === undefined ? undefined : table.at.get(chosen);
  const jump = (step: 1 | -1): void => {
    if (matches.length === 0) return;
    const index = at === undefined ? -1 : matches.indexOf(at);
    const next = matches[index === -1 ? 0 : (index + step + matches.length) % matches.length];
    if (next !== undefined) choose(next);
  };
  const toggle = (own: number): void => {
    const next = new Set(collapsed);
    if (!next.delete(own)) next.add(own);
    setCollapsed(next);
  };
  return (
    <>
      <WaterfallTools
        {...{ words, setWords, jump }}
        found={searched === '' ? undefined : matches.length}
        isCollapsed={collapsed.size > 0}
        setCollapsed={(isCollapsed) => setCollapsed(isCollapsed ? new Set(tree.tops) : NO_SPANS)}
      />
      <Progress spans={spans} count={count} stored={stored} />
      <div className={styles.split}>
        <WaterfallRows
          {...{ table, tree, rows, collapsed, toggle, choose, path, failed }}
          chosen={at}
          matches={searched === '' ? undefined : matches}
        />
        {chosen === undefined ? null : (
          <SpanPanel
            params={{ ...params, uuid: chosen }}
            close={() => setSearch({ span: undefined }, { replace: true })}
          />
        )}
      </div>
    </>
  );
}

/** What is shown of the spans: rows, matches of the search, and the critical path. */
function useRows(
  loaded: TraceSpans['loaded'],
  {
    collapsed,
    searched,
    isCritical,
  }: { readonly collapsed: ReadonlySet<number>; readonly searched: string; readonly isCritical: boolean },
) {
  const rows = useMemo(
    () => (loaded === undefined ? undefined : visibleRows(loaded.tree, collapsed)),
    [loaded, collapsed],
  );
  const matches = useMemo(
    () => (loaded === undefined ? [] : matchingSpans(loaded.table, searched)),
    [loaded, searched],
  );
  const path = useMemo(
    () => (loaded === undefined || !isCritical ? undefined : criticalPath(loaded.table, loaded.tree)),
    [loaded, isCritical],
  );
  return { rows, matches, path };
}

interface ProgressProps extends Pick<Props, 'spans' | 'stored'> {
  readonly count: number;
}

/** How many spans are loaded, and why not all. */
const Progress = ({ spans: { isComplete, error, retry }, count, stored }: ProgressProps) => (
  <>
    {isComplete && error === null ? null : (
      <p className={styles.progress} role="status">
        {error === null ? (
          `Loading spans: ${formatCount(count)}${stored === undefined ? '' : ` of ${formatCount(stored)}`}`
        ) : (
          <>
            <ErrorNote error={error} /> <Button onClick={retry}>Load again</Button>
          </>
        )}
      </p>
    )}
    {isComplete && count >= MAX_SPANS ? (
      <p className={styles.progress}>The first {formatCount(MAX_SPANS)} spans that were stored are shown.</p>
    ) : null}
  </>
);

const Unloaded = ({ error, retry }: Pick<TraceSpans, 'error' | 'retry'>) =>
  error === null ? (
    <div className={styles.loading} aria-busy="true" />
  ) : (
    <EmptyState title="The spans could not be loaded" actions={<Button onClick={retry}>Try again</Button>}>
      {error.message}
    </EmptyState>
  );
