import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/replays`. */
export function ReplaysPage() {
  return (
    <>
      <PageHead title="Replays" />
      <EmptyState title="Recordings of sessions.">The command line and the API have it now.</EmptyState>
    </>
  );
}
