import { useEffect, useState } from 'react';
import { typedText } from './typedText';

/** What was typed into a field that is not there yet. */
export interface TypedAhead {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The field has the focus: it gets the keys itself from now on. */
  readonly hasFocus: () => void;
}

/**
 * Keeps the text of a field that opens, and what is typed until the field has the focus. Those keys do nothing else;
 * Escape calls `close`.
 */
export function useTypedAhead(isOpen: boolean, close: () => void): TypedAhead {
  const [text, setText] = useState('');
  const [isWaiting, setWaiting] = useState(true);
  useEffect(() => {
    if (isOpen) return;
    setText('');
    setWaiting(true);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen || !isWaiting) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
      else if (typedText('', event) === undefined && event.key !== 'Enter') return;
      else setText((before) => typedText(before, event) ?? before);
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the shortcuts of the page, which listen on the document.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isOpen, isWaiting, close]);
  return { text, setText, hasFocus: () => setWaiting(false) };
}
