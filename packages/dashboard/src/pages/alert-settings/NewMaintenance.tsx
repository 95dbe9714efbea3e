import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { useSession } from '../../api/session';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { fieldProblems } from '../../lib/fieldProblems';
import { readerZone, toLocalInput } from '../../lib/formatTime';
import { showToast } from '../../lib/toasts';
import forms from '../../styles/forms.module.css';
import alerts from '../alerts/Alerts.module.css';
import { HOUR_MS } from '../../lib/durations';

const FIELDS = ['from', 'to', 'reason', 'project'];

interface Props {
  readonly org: string;
  readonly onCreated: () => Promise<unknown>;
}

/** A window as the form has it, in the reader's zone. */
interface WindowDraft {
  /** Empty: all projects. */
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** It begins now and lasts two hours unless it is changed. */
const newWindow = (): WindowDraft => ({
  project: '',
  reason: '',
  from: toLocalInput(new Date()),
  to: toLocalInput(new Date(Date.now() + 2 * HOUR_MS)),
});

/** The form of a maintenance window. */
export function NewMaintenance({ org, onCreated }: Props) {
  const [draft, setDraft] = useState(newWindow);
  const create = useMutation({
    mutationFn: ({ project, from, to, reason }: WindowDraft) =>
      callApi('POST /api/0/organizations/{org}/alerts/maintenance', {
        params: { org },
        body: {
          project: project === '' ? null : project,
          reason: reason.trim(),
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        },
      }),
    onSuccess: () => {
      setDraft(newWindow());
      showToast({ tone: 'good', text: 'The maintenance window was created.' });
      return onCreated();
    },
  });
  const { at: problems, rest } = fieldProblems(create.error, FIELDS);
  return (
    <Section title="New maintenance window" note={`in ${readerZone()}`}>
      <form
        className={forms.stack}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(draft);
        }}
      >
        <WindowFields
          org={org}
          draft={draft}
          problems={problems}
          set={(patch) => setDraft((before) => ({ ...before, ...patch }))}
        />
        <ErrorNote error={rest} />
        <div>
          <Button type="submit" tone="primary" busy={create.isPending}>
            Schedule
          </Button>
        </div>
      </form>
    </Section>
  );
}

interface FieldProps {
  readonly org: string;
  readonly draft: WindowDraft;
  readonly set: (patch: Partial<WindowDraft>) => void;
  readonly problems: Readonly<Record<string, string | undefined>>;
}

function WindowFields({ org, draft: { project, from, to, reason }, set, problems }: FieldProps) {
  const projects = useSession().organizations.find(({ slug }) => slug === org)?.projects ?? [];
  return (
    <div className={alerts.pace}>
      <Select
        label="Project"
        problem={problems['project']}
        options={[['', 'All projects'], ...projects.map((slug) => [slug, slug] as const)]}
        value={project}
        onPick={(slug) => set({ project: slug })}
      />
      <Input
        label="From"
        type="datetime-local"
        required
        problem={problems['from']}
        value={from}
        onChange={({ target }) => set({ from: target.value })}
      />
      <Input
        label="To"
        type="datetime-local"
        required
        problem={problems['to']}
        value={to}
        onChange={({ target }) => set({ to: target.value })}
      />
      <Input
        label="Reason"
        placeholder="Database migration"
        maxLength={500}
        problem={problems['reason']}
        value={reason}
        onChange={({ target }) => set({ reason: target.value })}
      />
    </div>
  );
}
