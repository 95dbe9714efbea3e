import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type CallParts } from '../../api/callApi';
import { useSession, type Role } from '../../api/session';
import { Button } from '../../components/Button';
import { Checkbox } from '../../components/Checkbox';
import { EmptyState } from '../../components/EmptyState';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { NewSecret } from '../../components/NewSecret';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import forms from '../../styles/forms.module.css';
import text from '../../styles/text.module.css';
import styles from './NewToken.module.css';
import { DAY_MS } from '../../lib/durations';

const CREATE = 'POST /api/0/user/tokens';
type Scope = NonNullable<CallParts<typeof CREATE>['body']>['scopes'][number];

/** Scope, what it is for, and roles for which it does more than read. */
const SCOPES: readonly (readonly [Scope, string, readonly Role[]])[] = [
  ['project:releases', 'Upload source maps and describe releases: the build plugin.', ['member', 'admin', 'owner']],
  ['project:read', 'Read everything of the projects.', ['viewer', 'member', 'admin', 'owner']],
  ['project:admin', 'Change whatever your role may change, except members.', ['member', 'admin', 'owner']],
];

const LIFETIMES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'One year'],
  ['', 'Never'],
] as const;

/** The form of a new token. */
export function NewToken({ onCreated }: { readonly onCreated: () => Promise<unknown> }) {
  const { organizations } = useSession();
  const [first] = organizations;
  const [picked, setPicked] = useState<string>();
  const organization = organizations.find(({ slug }) => slug === picked) ?? first;
  if (organization === undefined) {
    return (
      <EmptyState
        title="A token belongs to an organization"
        actions={
          <Link to="/create-organization" className={text.link}>
            How to get one
          </Link>
        }
      />
    );
  }
  return (
    <Section title="New token" note="It acts for you, with your current role at most, and ends with your membership.">
      <TokenForm
        organization={organization.slug}
        role={organization.role}
        organizations={organizations.map(({ slug }) => slug)}
        pick={setPicked}
        onCreated={onCreated}
      />
    </Section>
  );
}

interface FormProps {
  readonly organization: string;
  readonly role: Role;
  readonly organizations: readonly string[];
  readonly pick: (organization: string) => void;
  readonly onCreated: () => Promise<unknown>;
}

function TokenForm({ organization, role, organizations, pick, onCreated }: FormProps) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const [scopes, setScopes] = useState<readonly Scope[]>(['project:read']);
  const create = useMutation({
    mutationFn: () => {
      const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      return callApi(CREATE, { body: { organization, name, scopes: [...scopes], expiresAt } });
    },
    onSuccess: () => {
      setName('');
      return onCreated();
    },
  });
  return (
    <form
      className={forms.stack}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <div className={forms.row}>
        <Input
          label="Name"
          placeholder="CI of the web shop"
          required
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          label="Organization"
          value={organization}
          options={organizations.map((slug) => [slug, slug] as const)}
          onPick={pick}
        />
        <Select label="Expires" value={days} options={LIFETIMES} onPick={setDays} />
      </div>
      <ScopeChoices role={role} organization={organization} scopes={scopes} set={setScopes} />
      <ErrorNote error={create.error} />
      <div className={forms.buttons}>
        <Button type="submit" tone="primary" busy={create.isPending} disabled={scopes.length === 0}>
          Create the token
        </Button>
      </div>
      {create.data === undefined ? null : (
        <NewSecret label="New token" code={create.data.token}>
          The token {create.data.name} is shown only now. Copy it to where it is used:
        </NewSecret>
      )}
    </form>
  );
}

interface ScopeProps {
  readonly role: Role;
  readonly organization: string;
  readonly scopes: readonly Scope[];
  readonly set: (scopes: readonly Scope[]) => void;
}

const ScopeChoices = ({ role, organization, scopes, set }: ScopeProps) => (
  <fieldset className={styles.choices}>
    <legend>Scopes</legend>
    {SCOPES.map(([scope, what, roles]) => (
      <Checkbox
        key={scope}
        label={<code>{scope}</code>}
        hint={roles.includes(role) ? what : `${what} Your role in ${organization}, ${role}, does not allow it.`}
        checked={scopes.includes(scope)}
        disabled={!roles.includes(role) && !scopes.includes(scope)}
        onChange={({ target }) => set(target.checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))}
      />
    ))}
  </fieldset>
);
