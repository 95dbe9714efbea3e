import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A recording is a document of the visited shop: only its frame belongs to the dashboard. */
const CONTEXT = { exclude: [['iframe']] };

/** Other colors change nothing else. */
const COLORS = ['color-contrast', 'link-in-text-block'];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary: string }[];
  }[];
}

let source: Promise<string> | undefined;

/** The findings of axe on a page, as one line for each element; `colors`: only those of its colors. */
export async function findAxeIssues(page: Page, rules: 'all' | 'colors' = 'all'): Promise<readonly string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // The debugger evaluates it, so the content security policy does not apply and need not be relaxed.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await source);
  const runOnly = rules === 'all' ? RULES : { type: 'rule', values: COLORS };
  const options = { runOnly, iframes: false, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${JSON.stringify(CONTEXT)}, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}: ${String(target)} ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

/**
 * Whether a finding is one of the two that every open menu of Base UI has. Neither is a fault of the page:
 *
 * - `aria-hidden-focus`: the guards before and after a menu are hidden and focusable, because they pass the focus on and never keep it
 *   (mui/base-ui#4668 and #5706, "expected behavior"; dequelabs/axe-core#4832 is open). `panels.test.ts` shows that they do not.
 * - `region`: a menu is at the end of the document, outside of landmarks, so that nothing cuts it. It has the focus while it is open, so
 *   nobody looks for it by landmarks; for that reason axe accepts dialogs there (dequelabs/axe-core#991).
 */
export const isOfEveryMenu = (finding: string): boolean =>
  (finding.startsWith('aria-hidden-focus:') && finding.includes('data-base-ui-focus-guard')) ||
  (finding.startsWith('region:') && finding.includes(': #base-ui-'));
