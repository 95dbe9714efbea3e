import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A recording is a document of the visited shop: only its frame belongs to the dashboard. */
const CONTEXT = { exclude: [['iframe']] };
const OPTIONS = { runOnly: RULES, iframes: false, resultTypes: ['violations'] };

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary: string }[];
  }[];
}

let source: Promise<string> | undefined;

/** The findings of axe on a page, as one line for each element. */
export async function findAxeIssues(page: Page): Promise<readonly string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // The debugger evaluates it, so the content security policy does not apply and need not be relaxed.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await source);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${JSON.stringify(CONTEXT)}, ${JSON.stringify(OPTIONS)})`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}: ${String(target)} ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}
