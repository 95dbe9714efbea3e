import { useQuery } from '@tanstack/react-query';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { useSession } from '../../api/session';
import { useOptimistic } from '../../api/useOptimistic';
import { ErrorState } from '../../components/ErrorState';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { SimpleTable } from '../../components/SimpleTable';
import forms from '../../styles/forms.module.css';
import { applyChoice, channelLabel, channelOf, CHANNELS, type Channel, type Choice } from './choice';
import styles from './Inbox.module.css';

const LIST = 'GET /api/0/organizations/{org}/alerts/subscriptions';

/** What of the alerts to members reaches the reader: for all projects, and for each that differs. */
export function Choices({ org }: { readonly org: string }) {
  const { organizations } = useSession();
  const choices = useQuery(operationQuery(LIST, { params: { org } }));
  const change = useOptimistic({
    send: ({ project, channel }: Choice) =>
      callApi('PATCH /api/0/organizations/{org}/alerts/subscriptions', { params: { org }, body: { project, channel } }),
    keys: [operationKey(LIST)],
    apply: (answer, choice) => applyChoice(answer as ResponseOf<typeof LIST>, choice),
    failure: 'Your choice was not saved',
  });
  if (choices.error !== null && choices.data === undefined) {
    return (
      <ErrorState title="Your choices could not be loaded" error={choices.error} retry={() => void choices.refetch()} />
    );
  }
  const projects = organizations.find(({ slug }) => slug === org)?.projects ?? [];
  const rows = [null, ...projects];
  const own = choices.data?.data ?? [];
  return (
    <>
      <p className={forms.lead}>
        Rules decide what is reported, and to whom. Here you choose how it reaches you. Email needs a mail server, and
        that you have opened a link that was emailed to your address: an invitation, or the one of “Forgot the
        password?”. Otherwise messages reach only the inbox.
      </p>
      <Section title="What reaches me" isFlush>
        <SimpleTable
          caption="What reaches me"
          isStacked
          rows={rows}
          rowKey={(project) => project ?? ''}
          skeletons={choices.data === undefined ? rows.length : 0}
          columns={[
            {
              title: 'Project',
              isText: true,
              render: (project) => <span className={styles.project}>{project ?? <strong>All projects</strong>}</span>,
            },
            {
              title: 'Alerts to members',
              width: '46%',
              render: (project) => (
                <Select
                  label={project === null ? 'Alerts of all projects' : `Alerts of ${project}`}
                  hideLabel
                  className={styles.choice}
                  value={channelOf(own, project) ?? ''}
                  options={optionsOf(own, project)}
                  onPick={(value) => change.mutate({ project, channel: value === '' ? null : (value as Channel) })}
                />
              ),
            },
          ]}
        />
      </Section>
    </>
  );
}

/** A project may follow the choice for all projects, and says which that is. */
const optionsOf = (
  own: ResponseOf<typeof LIST>['data'],
  project: string | null,
): readonly (readonly [string, string])[] =>
  project === null
    ? CHANNELS
    : [['', `As for all projects: ${channelLabel(channelOf(own, null) ?? 'mail').toLowerCase()}`], ...CHANNELS];
