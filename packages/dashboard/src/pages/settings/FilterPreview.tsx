import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import forms from '../../styles/forms.module.css';
import { PreviewResult } from './PreviewResult';
import { usePreview, type FilterName } from './usePreview';

/** Shows what a filter that is a switch would have dropped in the last 24 hours, before it is saved. */
export function FilterPreview({ filter, label }: { readonly filter: FilterName; readonly label: string }) {
  const preview = usePreview(filter);
  return (
    <div className={forms.stack} aria-live="polite">
      <div>
        <Button
          size="small"
          busy={preview.isPending}
          aria-label={`Preview the last 24 hours: ${label}`}
          onClick={() => preview.mutate([])}
        >
          Preview the last 24 hours
        </Button>
      </div>
      <ErrorNote error={preview.error} />
      {preview.data === undefined ? null : <PreviewResult preview={preview.data} />}
    </div>
  );
}
