import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { sessionQuery, useSession } from '../../api/session';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { CodeBlock } from '../../components/CodeBlock';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import { Section } from '../../components/Section';
import forms from '../../styles/forms.module.css';
import text from '../../styles/text.module.css';
import styles from './OneTimeCodes.module.css';
import { PasswordInput } from './PasswordInput';
import { lazyPart } from '../../components/lazyPart';

const QrCode = lazyPart(() => import('./QrCode').then(({ QrCode }) => QrCode));

/** One-time codes of an authenticator app: turned on with a code, turned off with one or the password. */
export function OneTimeCodes() {
  const { hasTotp } = useSession().user;
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  return (
    <Section
      title="One-time codes"
      note="An authenticator app makes a code for every sign-in with the password."
      actions={hasTotp ? <Badge tone="good">on</Badge> : <Badge>off</Badge>}
    >
      {recoveryCodes !== undefined ? (
        <div className={forms.stack}>
          <p>Each of these codes replaces the app once. They are shown only now. Keep them in a safe place.</p>
          <CodeBlock label="Recovery codes" code={recoveryCodes.join('\n')} />
          <div className={forms.buttons}>
            <Button onClick={() => setRecoveryCodes(undefined)}>I have stored them</Button>
          </div>
        </div>
      ) : hasTotp ? (
        <TurnOff />
      ) : (
        <TurnOn onDone={setRecoveryCodes} />
      )}
    </Section>
  );
}

function TurnOn({ onDone }: { readonly onDone: (recoveryCodes: readonly string[]) => void }) {
  const { user } = useSession();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useMutation({
    mutationFn: () => callApi('POST /api/0/user/totp', { body: user.hasPassword ? { password } : {} }),
  });
  const confirm = useMutation({
    mutationFn: () => callApi('POST /api/0/user/totp/confirm', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const proposed = begin.data;
  return (
    <form
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (proposed === undefined) begin.mutate();
        else confirm.mutate();
      }}
    >
      {proposed === undefined ? (
        user.hasPassword ? (
          <PasswordInput value={password} set={setPassword} problem={begin.error?.message} />
        ) : null
      ) : (
        <>
          <p>
            Scan the code with the app, enter the secret there, or{' '}
            <a href={proposed.uri} className={text.link}>
              open it in an app of this device
            </a>
            .
          </p>
          <div className={styles.frame}>
            <QrCode text={proposed.uri} label="QR code of the secret" />
          </div>
          <CodeBlock label="Secret" code={proposed.secret} />
          <OneTimeInput label="Code that the app shows" value={code} set={setCode} problem={confirm.error?.message} />
        </>
      )}
      {user.hasPassword ? null : <ErrorNote error={begin.error} />}
      <div className={forms.buttons}>
        <Button type="submit" busy={begin.isPending || confirm.isPending}>
          {proposed === undefined ? 'Set up one-time codes' : 'Turn them on'}
        </Button>
      </div>
    </form>
  );
}

function TurnOff() {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const turnOff = useMutation({
    mutationFn: () => callApi('DELETE /api/0/user/totp', { body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <form
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault();
        turnOff.mutate();
      }}
    >
      <p className={forms.hint}>Without them the password alone signs you in. The recovery codes stop working.</p>
      <OneTimeInput
        label="Code of the app, or a recovery code"
        value={code}
        set={setCode}
        problem={turnOff.error?.message}
      />
      <div className={forms.buttons}>
        <Button type="submit" tone="danger" busy={turnOff.isPending}>
          Turn them off
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly value: string;
  readonly set: (value: string) => void;
  readonly problem?: string | undefined;
}

const OneTimeInput = ({ label, value, set, problem }: FieldProps & { readonly label: string }) => (
  <Input
    label={label}
    problem={problem}
    autoComplete="one-time-code"
    required
    value={value}
    onChange={({ target }) => set(target.value)}
  />
);
