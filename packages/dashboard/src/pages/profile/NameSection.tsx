import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { sessionQuery, useSession } from '../../api/session';
import { Button } from '../../components/Button';
import { Input } from '../../components/Input';
import { Section } from '../../components/Section';
import { showToast } from '../../lib/toasts';
import forms from '../../styles/forms.module.css';

/** The name of the reader, which members of the organizations see. */
export function NameSection() {
  const { user } = useSession();
  const client = useQueryClient();
  const [name, setName] = useState(user.name);
  const change = useMutation({
    mutationFn: () => callApi('PATCH /api/0/user', { body: { name } }),
    onSuccess: (changed) => {
      setName(changed.name);
      showToast({ tone: 'good', text: 'The name is changed.' });
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <Section title="Name">
      <form
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
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
        <div className={forms.buttons}>
          <Button type="submit" busy={change.isPending} disabled={name.trim() === user.name}>
            Change the name
          </Button>
        </div>
      </form>
    </Section>
  );
}
