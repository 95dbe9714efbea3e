import type { ReactNode } from 'react';
import text from '../styles/text.module.css';
import { CodeBlock } from './CodeBlock';

interface Props {
  /** Names the secret for screen readers. */
  readonly label: string;
  readonly code: string;
  /** What to do with it, and that it is shown only now. */
  readonly children: ReactNode;
}

/** A secret that was made just now, to be copied. */
export const NewSecret = ({ label, code, children }: Props) => (
  <div role="status">
    <p className={text.quiet}>{children}</p>
    <CodeBlock label={label} code={code} />
  </div>
);
