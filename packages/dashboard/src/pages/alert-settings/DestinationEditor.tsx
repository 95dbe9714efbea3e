import { DESTINATION_FORMS } from '@sluice/alerts/kinds';
import { useQuery } from '@tanstack/react-query';
import { callVersioned } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import alerts from '../alerts/Alerts.module.css';
import { DESTINATIONS, type DestinationKind } from '../alerts/alertTypes';
import { destinationToDraft, newDestination } from './destinationDraft';
import { DestinationForm } from './DestinationForm';
import { readerTimeZone } from '../../lib/readerTimeZone';

interface Props {
  readonly org: string;
  /** `new`: a destination that does not exist yet. */
  readonly destinationId: string;
}

/** The form of a destination. Of a new one its kind is chosen first. */
export const DestinationEditor = ({ org, destinationId }: Props) => (
  <>
    <p className={alerts.back}>
      <Link to={`/${org}/settings/alerts`} className={text.link}>
        All destinations
      </Link>
    </p>
    {destinationId === 'new' ? <NewDestination org={org} /> : <Existing org={org} destinationId={destinationId} />}
  </>
);

const KINDS = Object.keys(DESTINATION_FORMS) as readonly DestinationKind[];

function NewDestination({ org }: { readonly org: string }) {
  const { kind: chosen } = useSearch();
  const set = useSetSearch();
  const kind = KINDS.find((one) => one === chosen);
  if (kind !== undefined)
    return <DestinationForm key={kind} org={org} initial={newDestination(kind, readerTimeZone())} />;
  return (
    <Section title="New destination" note="Where should alerts go?">
      <ul className={alerts.templates}>
        {KINDS.map((one) => (
          <li key={one}>
            <button type="button" className={alerts.template} onClick={() => set({ kind: one })}>
              <strong>{DESTINATION_FORMS[one].label}</strong>
              <span>{DESTINATION_FORMS[one].what}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const READ = 'GET /api/0/organizations/{org}/alerts/destinations/{destinationId}';

function Existing({ org, destinationId }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [...operationKey(DESTINATIONS), org, destinationId],
    queryFn: ({ signal }) => callVersioned(READ, { params: { org, destinationId }, signal }),
    // A change of others must not replace what someone is editing; saving finds it.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (data !== undefined) {
    return (
      <DestinationForm
        key={data.version}
        org={org}
        existing={data}
        initial={destinationToDraft(data.body, readerTimeZone())}
        reload={() => void refetch()}
      />
    );
  }
  if (error === null) return <Skeleton width="100%" height="420px" />;
  return <ErrorState title="The destination could not be loaded" error={error} retry={() => void refetch()} />;
}
