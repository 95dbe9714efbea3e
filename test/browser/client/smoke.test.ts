import { expect, test } from '@jest/globals';
import { rowsIn } from '../../e2e/support/api.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { leavePage, useClientStage } from './support/clientStage.js';
import { describeInChromium } from '../useChromium.js';

describeInChromium('a page in Chromium that loads the SDK', () => {
  const stage = useClientStage();

  test('reports a thrown error, which the API returns', async () => {
    const opened = await stage.open({
      tag: { src: `${stage.system.baseUrl}/sdk/sluice.js`, attributes: { 'data-dsn': stage.dsn } },
      start: `function fail() { throw new RangeError('thrown by the page'); }`,
    });
    await opened.run('void setTimeout(fail)');
    const exceptions = () => stage.api.all('exceptions');
    await waitFor(async () => (await exceptions()).length > 0, { what: 'the exception' });
    await leavePage(opened.page);
    const [listed] = await exceptions();
    const exception = await stage.api.get(`exceptions/${String(listed?.['id'])}`);
    expect(exception).toMatchObject({ type: 'RangeError', message: 'thrown by the page', handled: false });
    expect(rowsIn(exception['frames'])[0]).toMatchObject({ function: 'fail' });
  }, 60_000);
});
