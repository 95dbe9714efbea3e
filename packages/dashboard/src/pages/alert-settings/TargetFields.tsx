import { DESTINATION_FORMS, type DestinationField } from '@sluice/alerts/kinds';
import { Input } from '../../components/Input';
import { Select } from '../../components/Select';
import { TextArea } from '../../components/TextArea';
import { AUDIENCE_LABELS } from '../alerts/destinationKinds';
import type { DestinationPartProps } from './destinationPart';

type Props = DestinationPartProps & {
  /** A secret is stored: an empty field keeps it. */
  readonly hasSecret: boolean;
};

/** Where a destination sends: the fields of its kind. */
export const TargetFields = (props: Props) => (
  <>
    {DESTINATION_FORMS[props.draft.kind].fields.map((field) => (
      <TargetField key={field} field={field} {...props} />
    ))}
  </>
);

function TargetField({ field, ...props }: Props & { readonly field: DestinationField }) {
  switch (field) {
    case 'audience':
      return <AudienceField {...props} />;
    case 'addresses':
      return <AddressesField {...props} />;
    case 'url':
    case 'token':
      return <SecretField {...props} field={field} />;
    case 'server':
      return <ServerField {...props} />;
    default:
      return <TextField {...props} field={field} />;
  }
}

const AudienceField = ({ draft, set, problems }: Props) => (
  <Select
    label="Members"
    problem={problems['config.audience']}
    options={Object.entries(AUDIENCE_LABELS)}
    value={draft.audience}
    onPick={(audience) => set({ audience: audience as typeof draft.audience })}
  />
);

const AddressesField = ({ draft, set, problems }: Props) => (
  <TextArea
    label="Email addresses"
    hint="One per line."
    placeholder="oncall@example.com"
    rows={3}
    required
    {...problemOf(problems['config.addresses'])}
    value={draft.addresses}
    onChange={({ target }) => set({ addresses: target.value })}
  />
);

function SecretField({ draft, set, problems, hasSecret, field }: Props & { readonly field: 'url' | 'token' }) {
  const { example, token = 'Token' } = DESTINATION_FORMS[draft.kind];
  const isOptional = draft.kind === 'ntfy';
  return (
    <Input
      label={field === 'url' ? 'URL' : token}
      hint={
        hasSecret
          ? 'One is stored and never shown. Leave the field empty to keep it.'
          : 'It is stored as a secret and never shown again.'
      }
      {...(field === 'url' ? { type: 'url', placeholder: example } : {})}
      autoComplete="off"
      spellCheck={false}
      required={!hasSecret && !isOptional}
      problem={problems[`secrets.${field}`]}
      value={draft[field]}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  );
}

function ServerField({ draft, set, problems }: Props) {
  const { servers } = DESTINATION_FORMS[draft.kind];
  return servers === undefined ? (
    <Input
      label="Server"
      hint="ntfy.sh, or a server of your own."
      type="url"
      required
      problem={problems['config.server']}
      value={draft.server}
      onChange={({ target }) => set({ server: target.value })}
    />
  ) : (
    <Select
      label="Region"
      problem={problems['config.server']}
      options={servers}
      value={draft.server}
      onPick={(server) => set({ server })}
    />
  );
}

const TEXTS = {
  chatId: { label: 'Chat', hint: 'Its id, such as -1001234567890, or the @name of a public channel.', required: true },
  threadId: { label: 'Topic of the group', hint: 'Its number. Leave empty for none.', required: false },
  topic: { label: 'Topic', hint: 'Letters, digits, _ and -.', required: true },
} as const;

function TextField({ draft, set, problems, field }: Props & { readonly field: keyof typeof TEXTS }) {
  return (
    <Input
      {...TEXTS[field]}
      problem={problems[`config.${field}`]}
      value={draft[field]}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  );
}

const problemOf = (problem: string | undefined) => (problem === undefined ? {} : { problem });
