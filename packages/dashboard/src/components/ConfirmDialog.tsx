import { useState, type ReactNode } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { ErrorNote } from './ErrorNote';
import { Input } from './Input';

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
  /** What must be typed first, such as the slug of what is deleted; nothing by default. */
  readonly typed?: string;
  /** Does it. The dialog stays open with the reason if it fails. */
  readonly confirm: () => Promise<unknown>;
}

/** Asks before a change that cannot be undone, and says what it does. */
export function ConfirmDialog({ isOpen, close, title, effects, action, isDangerous = true, typed, confirm }: Props) {
  const [text, setText] = useState('');
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const run = async (): Promise<void> => {
    setState({ isBusy: true });
    try {
      await confirm();
      setState({ isBusy: false });
      setText('');
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
          <Button
            tone={isDangerous ? 'danger' : 'primary'}
            busy={state.isBusy}
            disabled={typed !== undefined && text !== typed}
            onClick={() => void run()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div>{effects}</div>
      {typed === undefined ? null : (
        <Input
          label={`Type ${typed} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <ErrorNote error={state.error} />
    </Dialog>
  );
}
