import type { ReactNode } from 'react';
import { Button } from '../../components/Button';
import { Section } from '../../components/Section';
import forms from '../../styles/forms.module.css';

interface Props {
  readonly title: string;
  readonly note?: string | undefined;
  /** Text of the button. */
  readonly action: string;
  readonly submit: () => void;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A section that is a form with one button. */
export const FormSection = ({ title, note, action, submit, busy, disabled = false, children }: Props) => (
  <Section title={title} note={note}>
    <form
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <div className={forms.buttons}>
        <Button type="submit" busy={busy} disabled={disabled}>
          {action}
        </Button>
      </div>
    </form>
  </Section>
);
