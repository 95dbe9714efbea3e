import styles from './Skeleton.module.css';

/** The place of something that loads, in its final size. Screen readers do not hear it: the part around it is `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em' }: { readonly width?: string; readonly height?: string }) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height }} />;
}
