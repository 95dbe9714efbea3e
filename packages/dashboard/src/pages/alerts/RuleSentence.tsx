import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import type { DescribedRule } from './describeRule';

/** A rule in words: `When a new issue …, only in production → Owners, #team · at most once in 1 h for the same issue, series or drop`. */
export const RuleSentence = ({ rule: { when, only, to, pace } }: { readonly rule: DescribedRule }) => (
  <span className={styles.sentence}>
    {when}
    {only === undefined ? null : <span className={text.quiet}>, {only}</span>}
    <span className={styles.arrow} aria-hidden="true">
      {' → '}
    </span>
    {to.length === 0 ? (
      <span className={styles.unsent}>no destination</span>
    ) : (
      <>
        <span className={text.hidden}>, notify </span>
        <span className={styles.to}>{to.join(', ')}</span>
      </>
    )}
    {pace.map((words) => (
      <span key={words} className={text.quiet}>
        {' · '}
        {words}
      </span>
    ))}
  </span>
);
