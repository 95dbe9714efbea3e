import { Button } from './Button';
import { Icon } from './Icon';
import styles from './ToggleGroup.module.css';

interface Props<Name extends string> {
  readonly label: string;
  /** Name and label of each choice. */
  readonly choices: readonly (readonly [name: Name, label: string])[];
  readonly chosen: readonly Name[];
  readonly onChange: (chosen: readonly Name[]) => void;
}

/** Buttons of which several may be pressed, at least one. */
export function ToggleGroup<Name extends string>({ label, choices, chosen, onChange }: Props<Name>) {
  return (
    <span role="group" aria-label={label} className={styles.group}>
      {choices.map(([name, text]) => {
        const isChosen = chosen.includes(name);
        const next = isChosen ? chosen.filter((other) => other !== name) : [...chosen, name];
        return (
          <Button
            key={name}
            size="small"
            tone={isChosen ? 'plain' : 'quiet'}
            aria-pressed={isChosen}
            disabled={next.length === 0}
            onClick={() => onChange(next)}
          >
            {isChosen ? <Icon name="check" /> : null} {text}
          </Button>
        );
      })}
    </span>
  );
}
