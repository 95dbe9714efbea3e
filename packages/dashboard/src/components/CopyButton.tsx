import { useState } from 'react';
import { showToast } from '../lib/toasts';
import { Button } from './Button';
import { Icon } from './Icon';

interface Props {
  /** What is copied; a function is called at the press. */
  readonly text: string | (() => string);
  /** `Copy the DSN`: the name for screen readers, and the label unless `isIcon`. */
  readonly label: string;
  readonly isIcon?: boolean;
}

/** Copies a text and says that it did. */
export function CopyButton({ text, label, isIcon = false }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      // Pages without TLS have no clipboard.
      showToast({ tone: 'bad', text: 'The browser did not allow copying. Mark the text and copy it.' });
    }
  };
  return (
    <Button
      tone={isIcon ? 'quiet' : 'plain'}
      size="small"
      aria-label={isIcon ? label : undefined}
      title={isIcon ? label : undefined}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {isIcon ? null : isCopied ? 'Copied' : label}
    </Button>
  );
}
