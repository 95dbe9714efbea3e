import { useState } from 'react';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { Section } from '../../components/Section';
import { useProject } from '../../lib/useProject';
import forms from '../../styles/forms.module.css';
import { EraseProject } from './EraseProject';

/** The permanent deletion of the project, for those who may. */
export function DeletionSection() {
  const { org, project } = useProject();
  const mayErase = useHasRole(org, 'admin');
  const [isAsking, setAsking] = useState(false);
  if (!mayErase) return null;
  return (
    <Section title="Delete the project">
      <div className={forms.danger}>
        <p>Erases everything that {project} stored. Its keys stop working, and its slug becomes available again.</p>
        <Button tone="danger" onClick={() => setAsking(true)}>
          Delete {project} permanently…
        </Button>
      </div>
      {isAsking ? <EraseProject org={org} project={project} close={() => setAsking(false)} /> : null}
    </Section>
  );
}
