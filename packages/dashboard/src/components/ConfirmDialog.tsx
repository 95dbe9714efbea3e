import { useState, type ReactNode } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { ErrorNote } from './ErrorNote';

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** A question: `Delete the source maps of shop@1.3.0?` */
  readonly title: string;
  /** What changes, how much of it, and whether it can be taken back. */
  readonly effects: ReactNode;
  /** The verb of the title: `Delete 12 maps`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Does it. The dialog stays open with the reason if it fails. */
  readonly confirm: () => Promise<unknown>;
}

/** Asks before a change that cannot be undone, and says what it does. */
export function ConfirmDialog({ isOpen, close, title, effects, action, isDangerous = true, confirm }: Props) {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const run = async (): Promise<void> => {
    setState({ isBusy: true });
    try {
      await confirm();
      setState({ isBusy: false });
      close();
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      close={close}
      title={title}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone={isDangerous ? 'danger' : 'primary'} busy={state.isBusy} onClick={() => void run()}>
            {action}
          </Button>
        </>
      }
    >
      <div>{effects}</div>
      <ErrorNote error={state.error} />
    </Dialog>
  );
}
