import { useState } from 'react';
import { Card } from '../../components/Card';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import { Button } from '../../components/Button';
import { formatCount, formatPosition } from '../../lib/format';
import { cx } from '../../lib/cx';
import type { Mark } from './readRecording';
import styles from './ReplayPage.module.css';

type Kind = Mark['kind'];

const KINDS: readonly (readonly [Kind, string])[] = [
  ['exception', 'Exceptions'],
  ['request', 'Requests'],
  ['log', 'Console'],
  ['navigation', 'Pages'],
  ['click', 'Clicks'],
  ['custom', 'Custom'],
];
const WORDS: Readonly<Record<Kind, string>> = {
  exception: 'Exception',
  request: 'Request',
  log: 'Console',
  navigation: 'Page',
  click: 'Click',
  custom: 'Custom',
};
const MAX_SHOWN = 1_000;

interface Props {
  readonly marks: readonly Mark[];
  readonly at: number;
  /** `undefined` until the player is ready. */
  readonly seek: ((at: number) => void) | undefined;
}

/** What happened, in the order of time; a click goes to the moment. */
export function MarkList({ marks, at, seek }: Props) {
  const [hidden, setHidden] = useState<ReadonlySet<Kind>>(new Set());
  const shown = marks.filter(({ kind }) => !hidden.has(kind)).slice(0, MAX_SHOWN);
  const currentIndex = shown.findLastIndex((mark) => mark.at <= at);
  const toggle = (kind: Kind): void => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  return (
    <Card title="What happened" note={`${formatCount(shown.length)} of ${formatCount(marks.length)}`}>
      <div className={styles.kinds} role="group" aria-label="Kinds">
        {KINDS.filter(([kind]) => marks.some((mark) => mark.kind === kind)).map(([kind, label]) => (
          <Button
            key={kind}
            size="small"
            tone={hidden.has(kind) ? 'quiet' : 'plain'}
            aria-pressed={!hidden.has(kind)}
            onClick={() => toggle(kind)}
          >
            {label}
          </Button>
        ))}
      </div>
      {shown.length === 0 ? <EmptyState title="Nothing was recorded besides the page" /> : null}
      <ol className={styles.list} tabIndex={0} aria-label="What happened">
        {shown.map((mark, index) => (
          <li
            key={index}
            className={cx(styles.item, index === currentIndex && styles.now)}
            aria-current={index === currentIndex ? 'step' : undefined}
          >
            <button
              type="button"
              className={styles.moment}
              disabled={seek === undefined}
              onClick={() => seek?.(mark.at)}
            >
              {formatPosition(mark.at)}
            </button>
            <span className={mark.isBad ? styles.badKind : styles.kind}>{WORDS[mark.kind]}</span>
            <span className={styles.text}>
              {mark.to === undefined ? mark.text : <Link to={mark.to}>{mark.text}</Link>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
