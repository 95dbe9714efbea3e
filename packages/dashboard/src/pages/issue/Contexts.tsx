import { KeyValue } from '../../components/KeyValue';
import { Link } from '../../components/Link';
import type { EventDetail } from './event';
import styles from './IssuePage.module.css';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Tags and contexts of the shown event, as they are stored. */
export function Contexts({ event }: { readonly event: EventDetail }) {
  const tags = Object.entries(event.tags);
  const contexts = Object.entries(event.contexts).sort(([a], [b]) => a.localeCompare(b));
  return (
    <section className={styles.card} aria-labelledby="contexts">
      <header className={styles.cardHead}>
        <h2 id="contexts">Tags and contexts</h2>
      </header>
      {tags.length === 0 ? null : (
        <ul className={styles.tags}>
          {tags.map(([key, value]) => (
            <li key={key}>
              <Link to="issues" search={{ tag: `${key}:${asText(value)}` }} title="Issues with this tag">
                <span>{key}</span> {asText(value)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.facts}>
        <KeyValue pairs={contexts.map(([key, value]) => [key, <code key={key}>{asText(value)}</code>])} />
      </div>
    </section>
  );
}
