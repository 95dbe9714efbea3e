import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './TabLinks.module.css';

interface Props {
  readonly label: string;
  /** Value, label, and a number beside it. */
  readonly tabs: readonly (readonly [value: string, label: string, count?: string])[];
  readonly value: string;
  readonly onPick: (value: string) => void;
  /** The content of the chosen tab. */
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Parts of a page of which one is shown. The choice belongs into the URL: `value={search.tab}`. Whole pages use `TabLinks`. */
export function Tabs({ label, tabs, value, onPick, children }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Where not all tabs have room, the chosen one is in view.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current === null || chosen === null || chosen === undefined) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(([own]) => own === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
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
