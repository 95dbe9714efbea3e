import { Icon } from './Icon';
import styles from './Chip.module.css';
import type { TriggerProps } from './useFloating';

interface Props extends TriggerProps {
  /** What is chosen: `Environment`. For screen readers; the value is shown. */
  readonly name: string;
  /** The choice, which says what it is: `production`, `All environments`. */
  readonly value: string;
  readonly title?: string;
}

/** A button that shows a choice and opens it. */
export const Chip = ({ name, value, ...trigger }: Props) => (
  <button type="button" className={styles.chip} aria-label={`${name} ${value}`} {...trigger}>
    <span className={styles.value}>{value}</span>
    <Icon name="chevronDown" />
  </button>
);
