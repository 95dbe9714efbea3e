import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Section } from '../../components/Section';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { useDestinations } from '../alerts/useDestinations';
import { DestinationEditor } from './DestinationEditor';
import { DestinationTable } from './DestinationTable';

/** Where alerts go; with `?destination=` the form of one. */
export function DestinationsTab({ org }: { readonly org: string }) {
  const { destination } = useSearch();
  const set = useSetSearch();
  const canChange = useHasRole(org, 'admin');
  const { list, error, retry } = useDestinations(org);
  if (destination !== undefined && canChange) {
    return <DestinationEditor key={destination} org={org} destinationId={destination} />;
  }
  return (
    <Section title="Destinations" note="rules of every project can send to them" isFlush>
      {list === undefined && error !== null ? (
        <ErrorState title="The destinations could not be loaded" error={error} retry={retry} />
      ) : list?.length === 0 ? (
        <EmptyState
          title={`${org} has no destination`}
          actions={
            canChange ? <Button onClick={() => set({ destination: 'new' })}>Add a destination</Button> : undefined
          }
        >
          Rules fire, but no one is notified. Add a chat channel, or the owners of the organization.
        </EmptyState>
      ) : (
        <DestinationTable org={org} list={list} canChange={canChange} />
      )}
    </Section>
  );
}
