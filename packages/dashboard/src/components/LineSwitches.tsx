import { Button } from './Button';
import { Icon } from './Icon';
import styles from './LineSwitches.module.css';

interface Props<Name extends string> {
  readonly label: string;
  /** Name and label of each line. */
  readonly lines: readonly (readonly [name: Name, label: string])[];
  readonly shown: readonly Name[];
  readonly onChange: (shown: readonly Name[]) => void;
}

/** Switches the lines of a chart; the last one stays. */
export function LineSwitches<Name extends string>({ label, lines, shown, onChange }: Props<Name>) {
  return (
    <span role="group" aria-label={label} className={styles.lines}>
      {lines.map(([name, text]) => {
        const isShown = shown.includes(name);
        const next = isShown ? shown.filter((line) => line !== name) : [...shown, name];
        return (
          <Button
            key={name}
            size="small"
            tone={isShown ? 'plain' : 'quiet'}
            aria-pressed={isShown}
            disabled={next.length === 0}
            onClick={() => onChange(next)}
          >
            {isShown ? <Icon name="check" /> : null} {text}
          </Button>
        );
      })}
    </span>
  );
}
