import { useSetSearch } from '../../lib/useSearch';
import styles from './Alerts.module.css';
import { RULE_TEMPLATES } from './ruleTemplates';

/** Where a new rule starts: each template is a button that opens its form. */
export function TemplatePicker({ isOfProject }: { readonly isOfProject: boolean }) {
  const set = useSetSearch();
  return (
    <ul className={styles.templates}>
      {RULE_TEMPLATES.filter((template) => isOfProject || !template.isOfProject).map(({ id, title, what }) => (
        <li key={id}>
          <button type="button" className={styles.template} onClick={() => set({ template: id })}>
            <strong>{title}</strong>
            <span>{what}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
