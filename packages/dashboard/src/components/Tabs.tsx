import { useId, type KeyboardEvent, type ReactNode } from 'react';
import styles from './TabLinks.module.css';
import { useTabScroll } from './useTabScroll';

interface Props {
  readonly label: string;
  /** Value, label, and a number beside it. */
  readonly tabs: readonly (readonly [value: string, label: string, count?: string])[];
  readonly value: string;
  readonly onPick: (value: string) => void;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

/** Returns the position of the tab to which a key moves; `undefined` for all other keys. */
function positionAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Parts of a page of which one is shown. The choice belongs into the URL: `value={search.tab}`. Whole pages use `TabLinks`. */
export function Tabs({ label, tabs, value, onPick, children }: Props) {
  const id = useId();
  const list = useTabScroll<HTMLDivElement>('[aria-selected="true"]', value);
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Those of the browser, such as Alt and an arrow for the page before.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = tabs.findIndex(([own]) => own === value);
    const next = tabs[positionAfter(event.key, at, tabs.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onPick(next[0]);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next[0])}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
        {tabs.map(([own, name, count]) => (
          <button
            key={own}
            type="button"
            role="tab"
            id={`${id}-${own}`}
            data-tab={own}
            aria-selected={own === value}
            aria-controls={`${id}-panel`}
            tabIndex={own === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onPick(own)}
          >
            {name}
            {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
