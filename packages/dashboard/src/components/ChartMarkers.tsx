import { cx } from '../lib/cx';
import { formatTime } from '../lib/formatTime';
import styles from './Chart.module.css';
import { Link } from './Link';
import type { PlacedMarker } from './placeMarkers';

/** The names of the markers above the plot: cut to the room that there is, whole on hover and focus. */
export const ChartMarkers = ({ placed }: { readonly placed: readonly PlacedMarker[] }) =>
  placed.map((place) => <Flag key={place.left} place={place} />);

function Flag({ place: { left, room, markers } }: { readonly place: PlacedMarker }) {
  const names = markers.map(({ label }) => label).join(', ');
  const title = markers.map(({ label, time }) => `${label}: ${formatTime(new Date(time))}`).join('\n');
  const { to } = markers.length === 1 ? (markers[0] ?? {}) : {};
  const text = <span className={styles.flagName}>{names}</span>;
  const className = cx(styles.flag, room < NAME_WIDTH && styles.short);
  const common = { className, style: { left, maxWidth: Math.max(room, MIN_WIDTH) }, title };
  return to === undefined ? (
    <button type="button" {...common}>
      {text}
    </button>
  ) : (
    <Link to={to} {...common}>
      {text}
    </Link>
  );
}

const MIN_WIDTH = 24;

/** With less room a name is a letter or two: it appears on hover and focus only. */
const NAME_WIDTH = 60;
