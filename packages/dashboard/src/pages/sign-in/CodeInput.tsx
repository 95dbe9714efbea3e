import { ApiError } from '../../api/apiError';
import { Input } from '../../components/Input';

/** Whether an attempt failed for want of a one-time code. */
export const isCodeMissing = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'code_required';

interface Props {
  readonly value: string;
  readonly set: (code: string) => void;
}

/** The field of a one-time or recovery code. It takes the focus, because it appears after an attempt. */
export const CodeInput = ({ value, set }: Props) => (
  <Input
    label="Code"
    hint="From your authenticator app, or a recovery code."
    autoComplete="one-time-code"
    required
    autoFocus
    value={value}
    onChange={({ target }) => set(target.value)}
  />
);
