import { cx } from '../lib/cx';
import styles from './CodeBlock.module.css';
import { CopyButton } from './CopyButton';

interface Props {
  readonly code: string;
  /** Names the block for screen readers: `Install the SDK`. */
  readonly label: string;
  /** Number of the first line. Without it lines are not numbered. */
  readonly firstLine?: number;
  /** Number of the line that matters. */
  readonly hit?: number;
  readonly canCopy?: boolean;
}

/** Code as it is: never highlighted by guessing, never wrapped, scrollable by keyboard. */
export function CodeBlock({ code, label, firstLine, hit, canCopy = true }: Props) {
  const lines = code.split('\n');
  return (
    <div className={styles.block}>
      {/* What scrolls must be reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
        {lines.map((line, index) => {
          const number = firstLine === undefined ? undefined : firstLine + index;
          return (
            <span key={index} className={cx(styles.line, number !== undefined && number === hit && styles.hit)}>
              {number === undefined ? null : <span className={styles.number}>{number}</span>}
              {line === '' ? ' ' : line}
            </span>
          );
        })}
      </pre>
      {canCopy ? (
        <div className={styles.copy}>
          <CopyButton isIcon label={`Copy: ${label}`} text={code} />
        </div>
      ) : null}
    </div>
  );
}
