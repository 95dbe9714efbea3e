import { DESTINATION_FORMS, destinationInputs } from '@sluice/alerts/kinds';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { Input } from '../../components/Input';
import { Section } from '../../components/Section';
import { fieldProblems } from '../../lib/fieldProblems';
import { showToast } from '../../lib/toasts';
import { useSetSearch } from '../../lib/useSearch';
import forms from '../../styles/forms.module.css';
import text from '../../styles/text.module.css';
import alerts from '../alerts/Alerts.module.css';
import type { Destination, DestinationKind } from '../alerts/alertTypes';
import { FormButtons } from '../alerts/FormButtons';
import { useReloadRules } from '../alerts/ruleCalls';
import { CreatedDestination } from './CreatedDestination';
import { draftToDestination, type DestinationDraft } from './destinationDraft';
import { QuietFields } from './QuietFields';
import { TargetFields } from './TargetFields';

const CREATE = 'POST /api/0/organizations/{org}/alerts/destinations';
const CHANGE = 'PATCH /api/0/organizations/{org}/alerts/destinations/{destinationId}';

/** Fields of all kinds, as the API names what it refuses. */
const FIELDS = ['name', 'hourlyLimit', 'quietHours.timeZone', 'quietHours.from', 'quietHours.to', 'quietHours.days'];

const CHANNEL = '#web';
/** Placeholders of the name. */
const NAME_EXAMPLES: Partial<Record<DestinationKind, string>> = {
  members: 'Owners',
  slack: CHANNEL,
  discord: CHANNEL,
  mattermost: CHANNEL,
};

interface Props {
  readonly org: string;
  readonly initial: DestinationDraft;
  /** Unset for a new destination. */
  readonly existing?: { readonly body: Destination; readonly version: string | undefined };
  /** Reloads the destination after a concurrent change. */
  readonly reload?: () => void;
}

/** The form of a destination: name, target, hourly limit and quiet hours. */
export function DestinationForm({ org, initial, existing, reload }: Props) {
  const [draft, setDraft] = useState(initial);
  const setSearch = useSetSearch();
  const save = useSave(org, existing);
  const set = (patch: Partial<DestinationDraft>): void => setDraft((before) => ({ ...before, ...patch }));
  const { at: problems, rest } = fieldProblems(save.error, [
    ...FIELDS,
    ...destinationInputs(draft.kind).map(({ path }) => path),
  ]);
  const part = { draft, set, problems };
  const label = DESTINATION_FORMS[draft.kind].label;
  if (save.data !== undefined && existing === undefined) {
    return <CreatedDestination org={org} created={save.data as ResponseOf<typeof CREATE>} />;
  }
  return (
    <form
      className={alerts.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft);
      }}
    >
      <Section title={existing === undefined ? `New destination: ${label}` : `${label}: ${existing.body.name}`}>
        <div className={forms.stack}>
          <p className={text.quiet}>{DESTINATION_FORMS[draft.kind].help}</p>
          <Input
            label="Name"
            hint="Shown in rules and in the delivery log."
            placeholder={NAME_EXAMPLES[draft.kind] ?? 'On call'}
            problem={problems['name']}
            required
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <TargetFields {...part} org={org} hasSecret={existing !== undefined && existing.body.secret !== null} />
        </div>
      </Section>
      <QuietFields {...part} />
      <FormButtons
        what="destination"
        action={existing === undefined ? 'Create the destination' : 'Save the destination'}
        isBusy={save.isPending}
        isRefused={Object.keys(problems).length > 0}
        error={rest}
        reload={reload}
        cancel={() => setSearch({ destination: undefined, kind: undefined })}
      />
    </form>
  );
}

function useSave(org: string, existing: Props['existing']) {
  const reloadAll = useReloadRules();
  const setSearch = useSetSearch();
  return useMutation({
    mutationFn: async (draft: DestinationDraft) => {
      const body = draftToDestination(draft);
      if (existing === undefined) return callApi(CREATE, { params: { org }, body: { kind: draft.kind, ...body } });
      const { version } = existing;
      return callApi(CHANGE, {
        params: { org, destinationId: existing.body.id },
        body,
        ...(version === undefined ? {} : { ifMatch: version }),
      });
    },
    onSuccess: async ({ name }) => {
      await reloadAll();
      if (existing === undefined) return;
      setSearch({ destination: undefined, kind: undefined });
      showToast({ tone: 'good', text: `${name} is saved.` });
    },
  });
}
