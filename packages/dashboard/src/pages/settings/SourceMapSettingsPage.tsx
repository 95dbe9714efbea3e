import { EmptyState } from '../../components/EmptyState';
import { PageHead } from '../../components/PageHead';

/** `/$org/$project/settings/sourcemaps`. */
export function SourceMapSettingsPage() {
  return (
    <>
      <PageHead title="Source maps" />
      <EmptyState title="Maps that turn minified code back into source.">
        The command line and the API have it now.
      </EmptyState>
    </>
  );
}
