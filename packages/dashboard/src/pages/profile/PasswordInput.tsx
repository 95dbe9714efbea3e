import { Input } from '../../components/Input';

interface Props {
  readonly value: string;
  readonly set: (value: string) => void;
  /** What is wrong with it. */
  readonly problem?: string | undefined;
}

/** The current password, which confirms a change of the account. */
export const PasswordInput = ({ value, set, problem }: Props) => (
  <Input
    label="Current password"
    type="password"
    autoComplete="current-password"
    required
    problem={problem}
    value={value}
    onChange={({ target }) => set(target.value)}
  />
);
