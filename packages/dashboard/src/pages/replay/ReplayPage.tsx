import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/replays/$id`. */
export function ReplayPage() {
  return (
    <>
      <PageHead title="Replay" />
      <EmptyState title="One recorded session.">The command line and the API have it now.</EmptyState>
    </>
  );
}
