import { lazy, Suspense, useId, useRef, useState, type ReactNode } from 'react';
import text from '../styles/text.module.css';

const Panel = lazy(() => import('./TooltipPanel').then((module) => ({ default: module.TooltipPanel })));

interface Props {
  /** A few words. What a reader must know does not belong into a tooltip. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** Explains what is inside while the pointer or the focus is on it. Screen readers get the hint as a description. */
export function Tooltip({ hint, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [show, hide] = [() => setOpen(true), () => setOpen(false)];
  return (
    <span
      ref={anchor}
      aria-describedby={id}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      <span id={id} className={text.hidden}>
        {hint}
      </span>
      {isOpen ? (
        <Suspense>
          <Panel anchor={anchor} hint={hint} />
        </Suspense>
      ) : null}
    </span>
  );
}
