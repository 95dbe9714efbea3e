import { Input } from './Input';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly set: (slug: string) => void;
  /** Why it was refused. */
  readonly problem?: string | undefined;
  readonly disabled?: boolean;
}

/** The name of an organization or a project in URLs. */
export const SlugInput = ({ set, ...rest }: Props) => (
  <Input
    {...rest}
    hint="Lowercase letters, digits, - and _; a letter or digit at both ends. It cannot be changed later."
    required
    maxLength={63}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    pattern="[a-z0-9]([a-z0-9_\-]{0,61}[a-z0-9])?"
    onChange={({ target }) => set(target.value)}
  />
);
