import { Button } from './Button';
import { Icon } from './Icon';
import styles from './Pager.module.css';

interface Props {
  /** What it pages through: `event`. */
  readonly what: string;
  /** `1 of 1,284`. */
  readonly place: string;
  /** Opens the previous one; `undefined` at the start. */
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** Previous and next of a sequence. */
export const Pager = ({ what, place, previous, next }: Props) => (
  <div className={styles.pager} role="group" aria-label={`Which ${what}`}>
    <Button
      tone="quiet"
      size="small"
      aria-label={`Previous ${what}`}
      disabled={previous === undefined}
      onClick={previous}
    >
      <Icon name="chevronLeft" />
    </Button>
    <span>{place}</span>
    <Button tone="quiet" size="small" aria-label={`Next ${what}`} disabled={next === undefined} onClick={next}>
      <Icon name="chevronRight" />
    </Button>
  </div>
);
