import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** Width of the quiet zone around the code, in modules. */
const MARGIN = 2;

/** Returns one path of unit squares: a code has up to some thousand of them. */
const pathOf = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : ''))).join('');

/** A text as a QR code: dark on light in both themes, because cameras expect it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const width = size + 2 * MARGIN;
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${width} ${width}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={styles.paper} d={`M0 0h${width}v${width}h-${width}z`} />
      <path className={styles.ink} d={pathOf(data)} />
    </svg>
  );
}
