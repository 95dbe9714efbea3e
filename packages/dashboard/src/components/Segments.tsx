import styles from './Segments.module.css';

interface Props<Value extends string> {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onPick: (value: Value) => void;
}

/** A few alternatives side by side, of which one decides what follows. The choice belongs into the URL. */
export const Segments = <Value extends string>({ label, choices, value, onPick }: Props<Value>) => (
  <div role="group" aria-label={label} className={styles.segments}>
    {choices.map(([own, name]) => (
      <button
        key={own}
        type="button"
        aria-pressed={own === value}
        className={styles.segment}
        onClick={() => onPick(own)}
      >
        {name}
      </button>
    ))}
  </div>
);
