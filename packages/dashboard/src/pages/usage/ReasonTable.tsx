import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { cx } from '../../lib/cx';
import { formatCount, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import { REASONS } from './reasons';
import { isReasonOf, isRefusal, refusalWords, type Refusal } from './refusal';
import { RefusedSamples } from './RefusedSamples';
import { sumReasons, type StatsCells } from './sumStats';
import styles from './Usage.module.css';

/** No reason has this name: all samples are closed. */
const NONE = 'none';

/** Events that one entry of a filter dropped. */
interface EntryCount {
  readonly reason: string;
  readonly entry: string;
  readonly count: number;
}

interface Props {
  readonly cells: StatsCells;
  readonly entries: readonly EntryCount[];
  readonly isLoading: boolean;
}

/** Why events were not stored: the reason, its rule, its remedy, what each entry of a filter dropped, and samples. */
export function ReasonTable({ cells, entries, isLoading }: Props) {
  const { refused, type } = useSearch();
  const shown = isRefusal(refused) ? refused : undefined;
  const reasons = sumReasons(type === undefined ? cells : cells.filter((cell) => cell.type === type)).filter(
    ({ reason }) => shown === undefined || isReasonOf(shown, reason),
  );
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section
      id="why"
      title="Why events were not stored"
      note={isLoading ? undefined : [plural(total, 'event'), ...onlyWords(shown, type)].join(' · ')}
      actions={
        shown === undefined && type === undefined ? undefined : (
          <Link to="usage" className={text.link} search={{ refused: undefined, type: undefined }} hash="why">
            Show all reasons
          </Link>
        )
      }
      isFlush
    >
      {isLoading ? (
        <Skeleton width="100%" height="240px" />
      ) : reasons.length === 0 ? (
        <p className={styles.empty}>
          {shown === undefined && type === undefined
            ? 'Every event of this range was stored.'
            : 'No event of this kind was refused in this range.'}
        </p>
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="Why events were not stored">
          <table className={cx(styles.table, styles.stacked)}>
            <Head />
            <tbody>
              {reasons.map(({ reason, count, types }) => (
                <ReasonRow
                  key={reason}
                  {...{ reason, count, types }}
                  entries={entries.filter((one) => one.reason === reason)}
                  isOnly={reasons.length === 1 && shown !== undefined}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">Outcome</th>
      <th scope="col">Reason</th>
      <th scope="col">Type</th>
      <th scope="col" className={styles.number}>
        Events
      </th>
      <th scope="col">Rule and remedy</th>
      <th scope="col">
        <span className={text.hidden}>Samples</span>
      </th>
    </tr>
  </thead>
);

/** Which of the reasons are shown, in words. */
const onlyWords = (refused: Refusal | undefined, type: string | undefined): readonly string[] => {
  const words = [refused === undefined ? undefined : refusalWords(refused), type].filter((word) => word !== undefined);
  return words.length === 0 ? [] : [`only ${words.join(' ')}`];
};

interface RowProps {
  readonly reason: string;
  readonly count: number;
  readonly types: readonly string[];
  readonly entries: readonly EntryCount[];
  /** The only reason of the number that the reader chose: its samples are open. */
  readonly isOnly: boolean;
}

function ReasonRow({ reason, count, types, entries, isOnly }: RowProps) {
  const search = useSearch();
  const open = search.reason ?? (isOnly ? reason : undefined);
  const setSearch = useSetSearch();
  return (
    <>
      <tr>
        <td>{REASONS[reason]?.outcome ?? 'refused'}</td>
        <td>
          <code>{reason}</code>
        </td>
        <td>{types.join(', ')}</td>
        <td className={styles.number}>{formatCount(count)}</td>
        <td className={styles.wide}>
          <Rule reason={reason} entries={entries} />
        </td>
        <td className={cx(styles.number, styles.wide)}>
          {reason === 'ip' ? null : (
            <Button
              size="small"
              aria-expanded={open === reason}
              onClick={() =>
                setSearch({ reason: open === reason ? NONE : reason, entry: undefined }, { replace: true })
              }
            >
              Why was this dropped?
            </Button>
          )}
        </td>
      </tr>
      {open === reason && reason !== 'ip' ? (
        <tr>
          <td colSpan={6} className={styles.wide}>
            <RefusedSamples reason={reason} entry={search.entry} type={search.type} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Rule({ reason, entries }: { readonly reason: string; readonly entries: readonly EntryCount[] }) {
  const { org } = useProject();
  const facts = REASONS[reason];
  return (
    <>
      {facts?.rule}{' '}
      {facts?.remedy === undefined ? null : (
        <Link to={facts.remedy[0].replace('{org}', org)} className={text.link}>
          {facts.remedy[1]}
        </Link>
      )}
      {entries.length === 0 ? null : (
        <ul className={styles.entries}>
          {entries.map(({ entry, count }) => (
            <li key={entry}>
              <code>{entry}</code> dropped{' '}
              <Link
                to="usage"
                className={text.link}
                title="Why was this dropped?"
                search={{ reason, entry }}
                hash="why"
              >
                {formatCount(count)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
