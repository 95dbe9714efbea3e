import { type Locator } from 'playwright-core';

/** Returns what a field says of itself once it is marked as wrong. */
export async function problemAt(field: Locator): Promise<string> {
  await field.and(field.page().locator('[aria-invalid="true"]')).waitFor();
  const id = await field.getAttribute('aria-describedby');
  const described = field.page().locator(`[id="${id ?? ''}"]`);
  return (await described.textContent()) ?? '';
}
