import { lazy, Suspense, type ReactNode } from 'react';

const Panel = lazy(() => import('./DialogPanel').then((module) => ({ default: module.DialogPanel })));

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  /** Buttons at the end; the one that does it is last. */
  readonly actions?: ReactNode;
  readonly size?: 'normal' | 'wide';
  readonly children: ReactNode;
}

/** A dialog above the page. The focus stays inside and returns afterwards. Its code is loaded when it opens first. */
export const Dialog = ({ isOpen, ...panel }: Props) =>
  isOpen ? (
    <Suspense>
      <Panel {...panel} />
    </Suspense>
  ) : null;
