import { DESTINATION_FORMS } from '@sluice/alerts/kinds';
import { Badge } from '../../components/Badge';
import { Checkbox } from '../../components/Checkbox';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import text from '../../styles/text.module.css';
import { destinationPlace } from './destinationKinds';
import styles from './Alerts.module.css';
import type { AlertScope } from './alertTypes';
import type { RulePartProps } from './ruleDraft';
import { useDestinations } from './useDestinations';

/** Destinations of the rule. Without one, its firings are only in the history. */
export function DestinationChoice({ scope, draft, set, problems }: RulePartProps & { readonly scope: AlertScope }) {
  const { list, error, retry } = useDestinations(scope.org);
  const { destinationIds: chosen } = draft;
  return (
    <Section
      title="Notify"
      actions={
        // In a tab of its own: what is typed here is not saved yet.
        <Link
          to={`/${scope.org}/settings/alerts`}
          search={{ destination: 'new' }}
          className={text.link}
          target="_blank"
        >
          Add a destination
        </Link>
      }
    >
      {list === undefined ? (
        error === null ? (
          <Skeleton width="100%" height="60px" />
        ) : (
          <ErrorState title="The destinations could not be loaded" error={error} retry={retry} />
        )
      ) : (
        <div className={styles.choices}>
          {list.map((one) => (
            <Checkbox
              key={one.id}
              label={
                <span>
                  {one.name} {one.pausedAt === null ? null : <Badge tone="warn">paused</Badge>}
                </span>
              }
              hint={`${DESTINATION_FORMS[one.kind].label} · ${destinationPlace(one)}`}
              checked={chosen.includes(one.id)}
              onChange={({ target }) =>
                set({ destinationIds: target.checked ? [...chosen, one.id] : chosen.filter((id) => id !== one.id) })
              }
            />
          ))}
        </div>
      )}
      {chosen.length === 0 ? (
        <p role="status" className={styles.unsent}>
          The rule has no destination: its firings are only in the history. Choose a destination.
        </p>
      ) : null}
      {problems['destinationIds'] === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {problems['destinationIds']}
        </p>
      )}
    </Section>
  );
}
