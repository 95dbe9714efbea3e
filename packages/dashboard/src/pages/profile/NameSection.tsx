import { useState } from 'react';
import { useSession } from '../../api/session';
import { Input } from '../../components/Input';
import { FormSection } from './FormSection';
import { useUserChange } from './useUserChange';

/** The name of the reader, which members of the organizations see. */
export function NameSection() {
  const { user } = useSession();
  const [name, setName] = useState(user.name);
  const change = useUserChange('The name is changed.', (changed) => setName(changed.name));
  return (
    <FormSection
      title="Name"
      action="Change the name"
      submit={() => change.mutate({ name })}
      busy={change.isPending}
      disabled={name.trim() === user.name}
    >
      <Input
        label="Name"
        hint="Members of your organizations see it beside comments and changes. Without one they see the email address."
        problem={change.error?.message}
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormSection>
  );
}
