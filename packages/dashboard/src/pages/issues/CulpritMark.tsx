import text from '../../styles/text.module.css';

interface Props {
  readonly issue: { readonly culpritPending: boolean };
}

/** Marks a place that could not be resolved in time: it may be another one. Renders nothing beside any other place. */
export const CulpritMark = ({ issue: { culpritPending } }: Props) =>
  culpritPending ? (
    <span
      className={text.quiet}
      style={{ flex: 'none' }}
      title="The source maps could not be read in time: it may be another place. Reload the page to try again."
    >
      (not resolved in time)
    </span>
  ) : null;
