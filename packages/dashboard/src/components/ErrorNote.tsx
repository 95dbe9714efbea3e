import styles from './ErrorNote.module.css';

/** The reason why a form or a command failed; nothing without one. Its place is beside the button. */
export const ErrorNote = ({ error }: { readonly error: unknown }) =>
  error === undefined || error === null ? null : (
    <p role="alert" className={styles.note}>
      {error instanceof Error ? error.message : 'Something went wrong. Try again.'}
    </p>
  );
