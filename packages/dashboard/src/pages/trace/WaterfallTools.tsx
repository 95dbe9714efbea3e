import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { Input } from '../../components/Input';
import { formatCount } from '../../lib/format';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import styles from './Waterfall.module.css';

interface Props {
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** Chooses the next or the previous match. */
  readonly jump: (step: 1 | -1) => void;
  /** Number of matches; `undefined` without a search. */
  readonly found: number | undefined;
  readonly isCollapsed: boolean;
  readonly setCollapsed: (isCollapsed: boolean) => void;
}

/** Search, critical path and collapsing of a waterfall. */
export function WaterfallTools({ words, setWords, jump, found, isCollapsed, setCollapsed }: Props) {
  const { critical } = useSearch();
  const setSearch = useSetSearch();
  return (
    <div className={styles.tools}>
      <Input
        label="Search spans"
        hideLabel
        data-search
        type="search"
        placeholder="Search spans by name or op"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') jump(event.shiftKey ? -1 : 1);
        }}
      />
      {found === undefined ? null : (
        <span className={styles.found} role="status">
          {formatCount(found)} found
          <Button tone="quiet" size="small" aria-label="Previous match" onClick={() => jump(-1)}>
            <Icon name="arrowUp" />
          </Button>
          <Button tone="quiet" size="small" aria-label="Next match" onClick={() => jump(1)}>
            <Icon name="arrowDown" />
          </Button>
        </span>
      )}
      <span className={styles.gap} />
      <Button
        aria-pressed={critical === '1'}
        onClick={() => setSearch({ critical: critical === '1' ? undefined : '1' }, { replace: true })}
      >
        Critical path
      </Button>
      <Button onClick={() => setCollapsed(!isCollapsed)}>{isCollapsed ? 'Expand all' : 'Collapse all'}</Button>
    </div>
  );
}
