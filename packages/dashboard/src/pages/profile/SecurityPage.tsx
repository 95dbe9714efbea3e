import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { sessionQuery, useSession } from '../../api/session';
import { Input } from '../../components/Input';
import { PageHead } from '../../components/PageHead';
import { showToast } from '../../lib/toasts';
import { FormSection } from './FormSection';
import { OneTimeCodes } from './OneTimeCodes';
import { PasswordInput } from './PasswordInput';
import { isAboutCurrent } from './isAboutCurrent';

/** `/profile/security`: password and one-time codes. */
export function SecurityPage() {
  return (
    <>
      <PageHead title="Security" />
      <PasswordSection />
      <OneTimeCodes />
    </>
  );
}

const MIN_LENGTH = 10;

function PasswordSection() {
  const { user } = useSession();
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/user/password', { body: { next, ...(user.hasPassword ? { current } : {}) } }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      showToast({ tone: 'good', text: 'The password is set. All other sessions have ended.' });
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <FormSection
      title="Password"
      note={user.hasPassword ? undefined : 'You have none: you sign in by link or provider.'}
      action={user.hasPassword ? 'Change the password' : 'Set a password'}
      submit={() => change.mutate()}
      busy={change.isPending}
    >
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      {user.hasPassword ? (
        <PasswordInput
          value={current}
          set={setCurrent}
          problem={isAboutCurrent(change.error) ? change.error?.message : undefined}
        />
      ) : null}
      <Input
        label="New password"
        hint={`At least ${MIN_LENGTH} characters. All other sessions end.`}
        type="password"
        autoComplete="new-password"
        problem={isAboutCurrent(change.error) ? undefined : change.error?.message}
        required
        minLength={MIN_LENGTH}
        value={next}
        onChange={({ target }) => setNext(target.value)}
      />
    </FormSection>
  );
}
