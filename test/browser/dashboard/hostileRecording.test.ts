import { expect, test } from '@jest/globals';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeDashboard } from './support/describeDashboard.js';

const EVIL = 'http://evil.example:9999';
const START = Date.UTC(2026, 10, 20);

let id = 10;
const styleSheet = `@import "${EVIL}/import.css";
  @font-face { font-family: evil; src: url(${EVIL}/font.woff2) }
  h1 { font-family: evil; background: image-set("${EVIL}/set.png" 1x) }
  p { background: u\\72l(${EVIL}/escaped.png); color: rgb(1, 2, 3) }`;

const head = element('head', {}, [
  element('base', { href: `${EVIL}/base/` }),
  element('meta', { 'http-equiv': 'refresh', content: `0; url=${EVIL}/refresh` }),
  element('link', { rel: 'preconnect', href: EVIL }),
  element('link', { rel: 'dns-prefetch', href: EVIL }),
  element('link', { rel: 'stylesheet', href: `${EVIL}/a.css` }),
  element('link', { rel: 'stylesheet', href: `${EVIL}/b.css`, _cssText: `body { background: url(${EVIL}/bg.png) }` }),
  element('style', {}, [text(styleSheet)]),
  element('script', { src: `${EVIL}/x.js` }, [text('top.hacked = 1')]),
]);

const body = element('body', { onload: 'top.hacked = 1' }, [
  element('h1', {}, [text('<img src=x onerror="top.hacked = 1">')]),
  element('p', {}, [text('paid')]),
  element('img', { src: `${EVIL}/i.png`, onerror: 'top.hacked = 1' }),
  element('img', { src: 'x', onerror: 'top.hacked = 1' }),
  element('img', { srcset: `${EVIL}/s.png 1x` }),
  element('a', { href: 'javascript:top.hacked = 1' }, [text('link')]),
  element('iframe', { src: `${EVIL}/frame` }),
  element('iframe', { srcdoc: '<script>top.hacked = 1</script>' }),
  element('iframe', { src: 'javascript:top.hacked = 1' }),
  element('object', { data: `${EVIL}/object` }),
  element('embed', { src: `${EVIL}/embed` }),
  element('video', { src: `${EVIL}/v.mp4`, poster: `${EVIL}/poster.png`, autoplay: '' }),
  element('form', { action: `${EVIL}/form` }, [element('button', { autofocus: '', formaction: EVIL }, [text('send')])]),
  element('div', { style: `background: url(${EVIL}/style.png)` }),
]);

const events = [
  { type: 4, timestamp: START, data: { href: 'https://shop.example/', width: 800, height: 600 } },
  {
    type: 2,
    timestamp: START + 1,
    data: {
      node: { type: 0, id: 1, childNodes: [element('html', {}, [head, body])] },
      initialOffset: { top: 0, left: 0 },
    },
  },
  {
    type: 3,
    timestamp: START + 200,
    data: {
      source: 0,
      texts: [],
      removes: [],
      adds: [],
      attributes: [{ id: 11, attributes: { style: { background: `url(${EVIL}/mutated.png)` } } }],
    },
  },
  { type: 3, timestamp: START + 400, data: { source: 1, positions: [{ x: 9, y: 9, id: 11, timeOffset: 0 }] } },
];

describeDashboard('the frame that plays recordings', (dashboard) => {
  test('a hostile recording is shown, and requests nothing and runs nothing', async () => {
    const { page, problems } = await dashboard.visit();
    await page.goto('/replay-frame');
    await page.evaluate(
      `window.reports = [];
       window.addEventListener('message', ({ data }) => window.reports.push(data.type));`,
    );
    const send = (command: object): Promise<unknown> =>
      page.evaluate(`window.postMessage(${JSON.stringify(command)}, window.location.origin)`);
    await send({ type: 'load', events, at: 0 });
    await send({ type: 'play', at: 0 });
    await waitFor(async () => (await page.evaluate(`window.reports.includes('finished')`)) === true, {
      what: 'the end of the recording',
      timeoutMs: 20_000,
    });
    const paid = page.frameLocator('.replayer-wrapper iframe').locator('p');
    expect(await paid.textContent()).toBe('paid');
    const [rebuilt] = page.mainFrame().childFrames();
    expect(await rebuilt?.evaluate(`getComputedStyle(document.querySelector('p')).color`)).toBe('rgb(1, 2, 3)');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 60_000);
});

function element(tagName: string, attributes: object = {}, childNodes: readonly object[] = []): object {
  id += 1;
  return { type: 2, id, tagName, attributes, childNodes };
}

function text(textContent: string): object {
  id += 1;
  return { type: 3, id, textContent };
}
