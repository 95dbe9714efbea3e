import { IPHONE, MAC, webkit, type Agent } from './agent.js';

const DESKTOP_PAGES = 'asks for desktop pages and poses as a Mac';

/** Browsers of Apple's phones. */
export const iphones: readonly Agent[] = [
  [
    webkit(IPHONE, 'Version/17.5 Mobile/15E148 Safari/604.1'),
    'Mobile Safari 17.5',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [
    webkit('iPhone; CPU iPhone OS 18_1 like Mac OS X', 'Version/18.1 Mobile/15E148 Safari/604.1'),
    'Mobile Safari 18.1',
    'iOS 18.1',
    'mobile Apple iPhone',
  ],
  [
    webkit('iPhone; CPU iPhone OS 18_6 like Mac OS X', 'Version/26.0 Mobile/15E148 Safari/604.1'),
    'Mobile Safari 26.0',
    'iOS 18.6',
    'mobile Apple iPhone',
    'iOS 26 says 18.6: the string is frozen',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Version/9.0 Mobile/13G36 Safari/601.1',
    'Mobile Safari 9.0',
    'iOS 9.3.5',
    'mobile Apple iPhone',
  ],
  [
    'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    'Mobile Safari 12.1.2',
    'iOS 12.5.5',
    'mobile Apple iPod touch',
  ],
  [
    webkit(IPHONE, 'CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1'),
    'Chrome 131.0.6778.73',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [webkit(IPHONE, 'FxiOS/133.0 Mobile/15E148 Safari/605.1.15'), 'Firefox 133.0', 'iOS 17.5.1', 'mobile Apple iPhone'],
  [
    webkit(IPHONE, 'Version/17.0 EdgiOS/120.0.2210.150 Mobile/15E148 Safari/605.1.15'),
    'Edge 120.0.2210.150',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [
    webkit(IPHONE, 'Version/17.5 Mobile/15E148 Safari/604.1 OPT/5.2.2'),
    'Opera Touch 5.2.2',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [
    webkit(IPHONE, 'Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15'),
    'DuckDuckGo 7',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [
    webkit(IPHONE, 'Version/17.5 Mobile/15E148 Safari/604.1 Ddg/17.5'),
    'DuckDuckGo 17.5',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [
    webkit(IPHONE, 'Version/17.0 YaBrowser/24.6.5.323.10 Mobile/15E148 Safari/604.1'),
    'Yandex 24.6.5.323.10',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [
    webkit(IPHONE, 'Version/16.0 Mobile/15E148 Safari/604.1 Brave/1.60'),
    'Brave 1.60',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 12_2 like Mac OS X; zh-CN) AppleWebKit/537.51.1 (KHTML, like Gecko) Mobile/16E227 UCBrowser/12.4.3.1214 Mobile AliApp(TUnionSDK/0.1.20.3)',
    'UC Browser 12.4.3.1214',
    'iOS 12.2',
    'mobile Apple iPhone',
  ],
  [webkit(IPHONE, 'Focus/9.0 Mobile/15E148'), 'Firefox Focus 9.0', 'iOS 17.5.1', 'mobile Apple iPhone'],
  [
    webkit(IPHONE, 'Version/17.5 Brave/1.66.2 Mobile/15E148 Safari/604.1'),
    'Brave 1.66.2',
    'iOS 17.5.1',
    'mobile Apple iPhone',
  ],
  [webkit(MAC, 'CriOS/131 Version/11.1.1 Safari/605.1.15'), 'Chrome 131', 'iOS', '~ Apple', DESKTOP_PAGES],
  [
    webkit(MAC, 'Version/17.0 EdgiOS/120.0.2210.116 Mobile/15E148 Safari/605.1.15'),
    'Edge 120.0.2210.116',
    'iOS',
    '~ Apple',
    DESKTOP_PAGES,
  ],
  [webkit(MAC, 'Version/13.0.1 Brave/1.17 Safari/605.1.15'), 'Brave 1.17', 'iOS', '~ Apple', DESKTOP_PAGES],
];
