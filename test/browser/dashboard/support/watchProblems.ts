import { type Page } from 'playwright-core';

/** What went wrong on a page since it was opened, as text. */
export interface Problems {
  /** Messages of the console (errors and warnings), uncaught errors, and violations of the content security policy. */
  readonly found: () => readonly string[];
  /** Forgets what was found, as after a page that a test breaks on purpose. */
  readonly forget: () => void;
}

/** Chromium logs every response with an error status; a test that expects one names its path. */
const isExpectedStatus = (text: string, url: string, expected: readonly string[]): boolean =>
  text.startsWith('Failed to load resource') && expected.some((part) => url.includes(part));

/**
 * Collects the problems of a page. Requests to another origin count, too: the dashboard must work without any.
 * @param expected parts of URLs that may answer with an error status
 */
export async function watchProblems(page: Page, origin: string, expected: readonly string[] = []): Promise<Problems> {
  const found: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (!isExpectedStatus(message.text(), message.location().url, expected)) {
      found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => found.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(?:data|blob|about):/.test(url)) found.push(`request to another host: ${url}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => found.push(`policy: ${text}`));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    window.reportViolation([event.violatedDirective, event.blockedURI, event.sourceFile].join(' ')))`);
  return {
    found: () => found,
    forget: () => void found.splice(0),
  };
}
