import { conditionKind } from '@sluice/alerts/kinds';
import { Checkbox } from '../../components/Checkbox';
import { Section } from '../../components/Section';
import { TextArea } from '../../components/TextArea';
import styles from './Alerts.module.css';
import { countFilters, type ExceptionLevel, type FiltersDraft } from './filtersDraft';
import type { RulePartProps } from './ruleDraft';

const LEVELS = ['fatal', 'error', 'warning', 'info'] as const satisfies readonly ExceptionLevel[];

const LISTS = [
  ['environments', 'Environments', 'production'],
  ['releases', 'Releases', 'shop@2.*'],
  ['urls', 'URLs', 'https://shop.example/checkout*'],
  ['tags', 'Tags', 'plan=pro'],
] as const;

/** Whether filters apply to conditions of a kind. */
const isFiltered = ({ kind }: { readonly kind: string }): boolean => conditionKind(kind)?.filters?.length !== 0;

/** Which events count: folded until one is set, because most rules have none. Nothing if no condition looks at events. */
export function FilterFields({ draft: { conditions, filters }, set, problems }: RulePartProps) {
  const count = countFilters(filters);
  if (count === 0 && !conditions.some(isFiltered)) return null;
  const change = (patch: Partial<FiltersDraft>): void => set({ filters: { ...filters, ...patch } });
  return (
    <Section title="Filters" note={count === 0 ? 'None: every event counts.' : `${count} set; all must match.`}>
      <details className={styles.details} open={count > 0 || undefined}>
        <summary>Filter the events that fire the rule</summary>
        <div className={styles.detailsBody}>
          <fieldset className={styles.levels}>
            <legend className={styles.fieldLabel}>Levels (all if none is selected)</legend>
            {LEVELS.map((level) => (
              <Checkbox
                key={level}
                label={level}
                checked={filters.levels.includes(level)}
                onChange={({ target }) =>
                  change({
                    levels: target.checked
                      ? [...filters.levels, level]
                      : filters.levels.filter((other) => other !== level),
                  })
                }
              />
            ))}
          </fieldset>
          <div className={styles.lists}>
            {LISTS.map(([name, label, placeholder]) => (
              <TextArea
                key={name}
                rows={2}
                {...{ label, placeholder }}
                hint={name === 'tags' ? 'name=value, one per line.' : 'One per line; * matches any text.'}
                value={filters[name]}
                {...(problems[`filters.${name}`] === undefined ? {} : { problem: problems[`filters.${name}`] ?? '' })}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            ))}
          </div>
        </div>
      </details>
    </Section>
  );
}
