import { Input } from '../../components/Input';

interface NumberProps {
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly min?: number;
  readonly set: (value: string) => void;
}

/** A number of a condition. */
export const NumberField = ({ label, value, problem, min = 0, set }: NumberProps) => (
  <Input
    type="number"
    inputMode="decimal"
    step="any"
    required
    {...{ label, value, problem, min }}
    onChange={({ target }) => set(target.value)}
  />
);
