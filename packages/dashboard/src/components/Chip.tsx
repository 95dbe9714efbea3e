import text from '../styles/text.module.css';
import { Icon } from './Icon';
import styles from './Chip.module.css';
import type { TriggerProps } from './useFloating';

interface Props extends TriggerProps {
  /** What is chosen: `Environment`. For screen readers; the value is shown. */
  readonly name: string;
  /** The choice, which says what it is: `production`, `All environments`. */
  readonly value: string;
  /** The same where there is little room: `Env: all`. */
  readonly short: string;
  readonly title?: string;
}

/** A button that shows a choice and opens it. */
export const Chip = ({ name, value, short, ...trigger }: Props) => (
  <button type="button" className={styles.chip} {...trigger}>
    {/* Not a label: the name must contain the text that is shown, which depends on the room. */}
    <span className={text.hidden}>{name} </span>
    <span className={styles.long}>{value}</span>
    <span className={styles.short}>{short}</span>
    <Icon name="chevronDown" />
  </button>
);

/** In place of a choice that the page ignores: says so. */
export const DeadChip = ({ value, short, title }: Pick<Props, 'value' | 'short' | 'title'>) => (
  <span className={styles.dead} title={title}>
    <span className={styles.long}>{value}</span>
    <span className={styles.short} aria-hidden="true">
      {short}
    </span>
  </span>
);
