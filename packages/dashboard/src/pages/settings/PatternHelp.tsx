import { Section } from '../../components/Section';
import styles from './Settings.module.css';

const RULES: readonly (readonly [pattern: string, meaning: string, matches: string, not: string])[] = [
  [
    '*',
    'any text, also none',
    '*ResizeObserver* matches “Error: ResizeObserver loop”',
    'ResizeObserver alone does not',
  ],
  ['?', 'exactly one character', '1.?.0 matches 1.2.0', 'not 1.22.0'],
  ['[a-z]', 'one of these characters', 'v[0-9]* matches v3-beta', 'not vx'],
  ['[!a-z]', 'one other character', 'v[!0-9] matches vx', 'not v3'],
  ['{a,b}', 'either of these', '{test,staging}-* matches staging-eu', 'not dev-eu'],
  ['\\', 'the next character as it is', '\\*debug* matches “*debug: on”', 'not “debug”'],
];

/** How patterns of environments, releases and messages match. */
export const PatternHelp = () => (
  <Section title="How patterns match" note="environments, releases and messages">
    <details className={styles.help}>
      <summary>A pattern matches the whole text; upper and lower case differ. Rules and examples</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Stands for</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          {RULES.map(([pattern, meaning, matches, not]) => (
            <tr key={pattern}>
              <td>
                <code>{pattern}</code>
              </td>
              <td>{meaning}</td>
              <td>
                {matches}, {not}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  </Section>
);
