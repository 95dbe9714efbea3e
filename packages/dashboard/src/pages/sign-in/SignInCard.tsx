import type { ReactNode } from 'react';
import { PageHead } from '../../components/PageHead';
import styles from './SignIn.module.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** What surrounds every form of people who are not signed in. */
export const SignInCard = ({ title, children }: Props) => (
  <main className={styles.page}>
    <div className={styles.card}>
      <p className={styles.brand}>Sluice</p>
      <PageHead title={title} />
      {children}
    </div>
  </main>
);
