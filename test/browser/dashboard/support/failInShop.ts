import { buildShop, type ShopBuild } from '../../../../packages/build-plugin/src/testing/shopBuild.js';
import { createToken } from '../../../e2e/support/api.js';
import { countStored } from '../../../e2e/support/stored.js';
import { type System } from '../../../e2e/support/system.js';
import { type Project } from '../../../e2e/support/tenant.js';
import { waitFor } from '../../../e2e/support/waitFor.js';
import { serveOutput } from '../../builds/serveOutput.js';
import { type Chromium } from '../../useChromium.js';
import { dsnOf } from '../../client/support/dsnOf.js';

/** Who visits the shop. */
export const SHOPPER = { id: 'shopper-17', email: 'ann@shop.example', name: 'Ann Example' } as const;

/** The release of the shop. */
export const RELEASE = 'shop@1.4.2';

/** The shop's page: the SDK by its tag with a recording of each visit, and a button whose handler fails in a lazily loaded chunk. */
const pageStart = (system: System, project: Project): string => `
  <script src="${system.baseUrl}/sdk/sluice.js" data-dsn="${dsnOf(system.baseUrl, project)}" data-release="${RELEASE}"
    data-environment="production" data-replay="1"></script>
  <h1>Cart</h1><button id="checkout">Check out</button>
  <script>
    sluice.setUser(${JSON.stringify(SHOPPER)});
    checkout.onclick = () => sluice.asyncSpan('checkout', (span) => shop.openCart());
  </script>`;

/** Builds the shop with the plugin, which uploads its maps. */
async function buildRelease(system: System, project: Project): Promise<ShopBuild> {
  const authToken = await createToken(system, project.organization, 'project:releases');
  const place = { url: system.baseUrl, org: project.organization, project: project.slug };
  const built = await buildShop({ bundler: 'vite', options: { ...place, authToken, release: RELEASE } });
  if (built.code !== 0 || built.warnings.length > 0) throw new Error(`the shop was not built: ${built.stderr}`);
  return built;
}

/** Visits a shop in which the checkout fails; resolves when the exception, the trace and the recording are stored. */
export async function failInShop(browser: Chromium, system: System, project: Project): Promise<void> {
  const { output, files } = await buildRelease(system, project);
  const site = await serveOutput(output, files, pageStart(system, project));
  const page = await browser.newPage();
  try {
    const stored = (least: Readonly<Record<string, number>>): Promise<unknown> =>
      waitFor(
        async () => {
          const counts = await countStored(system, project);
          return Object.entries(least).every(([table, count]) => (counts[table] ?? 0) >= count);
        },
        { what: `${JSON.stringify(least)} of the shop` },
      );
    await page.goto(site.origin);
    // The recorder is loaded after the page: what happens before is not recorded.
    await stored({ replays: 1 });
    await page.getByRole('button', { name: 'Check out' }).click();
    await stored({ exceptions: 1 });
    // Leaving the page sends the trace and the rest of the recording.
    await page.goto('about:blank');
    await stored({ exceptions: 1, spans: 2, hits: 1, replays: 2 });
  } finally {
    await page.close();
    site.stop();
  }
}
