import { chromium, webkit, type Agent } from './agent.js';

/** Tablets. */
export const tablets: readonly Agent[] = [
  [
    webkit('iPad; CPU OS 17_5 like Mac OS X', 'Version/17.5 Mobile/15E148 Safari/604.1'),
    'Mobile Safari 17.5',
    'iOS 17.5',
    'tablet Apple iPad',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Version/9.0 Mobile/13G36 Safari/601.1',
    'Mobile Safari 9.0',
    'iOS 9.3.5',
    'tablet Apple iPad',
  ],
  [
    webkit('iPad; CPU OS 17_4 like Mac OS X', 'CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1'),
    'Chrome 124.0.6367.88',
    'iOS 17.4',
    'tablet Apple iPad',
  ],
  [
    webkit('iPad; CPU OS 16_6 like Mac OS X', 'FxiOS/126.0 Mobile/15E148 Safari/605.1.15'),
    'Firefox 126.0',
    'iOS 16.6',
    'tablet Apple iPad',
  ],
  [
    webkit('iPad; CPU OS 17_5_1 like Mac OS X', 'Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.40.110;FBDV/iPad13,4]'),
    'Facebook 465.0.0.40.110',
    'iOS 17.5.1',
    'tablet Apple iPad',
  ],
  [
    chromium('Linux; Android 13; SM-X906B', 'Chrome/120.0.0.0 Safari/537.36'),
    'Chrome 120.0.0.0',
    'Android 13',
    'tablet Samsung SM-X906B',
  ],
  [
    chromium('Linux; Android 12; SAMSUNG SM-T870', 'SamsungBrowser/20.0 Chrome/106.0.5249.126 Safari/537.36'),
    'Samsung Internet 20.0',
    'Android 12',
    'tablet Samsung SM-T870',
  ],
  [
    chromium('Linux; Android 14; Pixel Tablet', 'Chrome/121.0.6167.101 Safari/537.36'),
    'Chrome 121.0.6167.101',
    'Android 14',
    'tablet Google Pixel Tablet',
  ],
  [
    chromium('Linux; Android 10; K', 'Chrome/131.0.0.0 Safari/537.36'),
    'Chrome 131.0.0.0',
    'Android 10',
    'tablet',
    'an Android that is not Mobile',
  ],
  [
    chromium('Linux; Android 9; KFMAWI', 'Silk/112.5.1 like Chrome/112.0.5615.213 Safari/537.36'),
    'Silk 112.5.1',
    'Android 9',
    'tablet Amazon KFMAWI',
  ],
  ['Mozilla/5.0 (Android 13; Tablet; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox 133.0', 'Android 13', 'tablet'],
  [
    chromium('Linux; Android 11; Lenovo TB-J606F', 'Chrome/110.0.0.0 Safari/537.36'),
    'Chrome 110.0.0.0',
    'Android 11',
    'tablet Lenovo TB-J606F',
  ],
  [
    chromium('Linux; Android 10; MRX-W09', 'Chrome/88.0.4324.152 Safari/537.36'),
    'Chrome 88.0.4324.152',
    'Android 10',
    'tablet MRX-W09',
  ],
  [
    'Mozilla/5.0 (Linux; Android 5.0.2; Nexus 9 Build/LRX22G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/40.0.2214.89 Safari/537.36',
    'Chrome 40.0.2214.89',
    'Android 5.0.2',
    'tablet HTC Nexus 9',
  ],
];

/** Televisions, consoles, watches, glasses, cars, readers. */
export const others: readonly Agent[] = [
  [
    chromium('SMART-TV; Linux; Tizen 6.0', '76.0.3809.146/6.0 TV Safari/537.36'),
    'Samsung Internet',
    'Tizen 6.0',
    'smarttv Samsung',
  ],
  [
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/2.2 Chrome/63.0.3239.84 TV Safari/537.36',
    'Samsung Internet 2.2',
    'Tizen 5.0',
    'smarttv Samsung',
  ],
  [
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager',
    'Chrome 79.0.3945.79',
    'webOS',
    'smarttv LG',
  ],
  [
    'Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/38.0.2125.101 Safari/537.31 SmartTV/7.0',
    'Chrome 38.0.2125.101',
    'NetCast',
    'smarttv LG',
  ],
  [
    chromium('Linux; Android 9; BRAVIA 4K UR2 Build/PTT1.190515.001.S104', 'Chrome/98.0.4758.101 Safari/537.36'),
    'Chrome 98.0.4758.101',
    'Android 9',
    'smarttv Sony BRAVIA 4K UR2',
  ],
  [
    chromium('Linux; Android 7.1.2; AFTMM Build/NS6265; wv', 'Version/4.0 Chrome/70.0.3538.110 Mobile Safari/537.36'),
    'Chrome WebView 70.0.3538.110',
    'Android 7.1.2',
    'smarttv Amazon AFTMM',
  ],
  [
    chromium('X11; Linux armv7l', 'Chrome/106.0.5249.119 Safari/537.36 CrKey/1.56.500000'),
    'Chrome 106.0.5249.119',
    'Chromecast 1.56.500000',
    'smarttv Google Chromecast',
  ],
  ['Roku/DVP-12.5 (12.5.0.4178-C2)', '', 'Roku OS 12.5', 'smarttv Roku'],
  ['AppleTV11,1/11.1', '', 'tvOS 11.1', 'smarttv Apple Apple TV'],
  [
    'Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40HFL5010T12; ; PHILIPSTV; CE-HTML/1.0 NETTV/4.4.1 SmartTvA/3.0.0 Firmware/004.002.036.135 (PhilipsTV, 3.1.1,)en) ) Presto/2.12.407 Version/12.50',
    'Opera 12.50',
    'Linux',
    'smarttv Philips 40HFL5010T12',
  ],
  [
    'Mozilla/5.0 (PlayStation; PlayStation 5/8.60) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Safari/605.1.15',
    'Safari 16.4',
    'PlayStation 5',
    'console Sony PlayStation 5',
  ],
  [
    'Mozilla/5.0 (PlayStation 4 11.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15',
    'Safari 16.0',
    'PlayStation 4',
    'console Sony PlayStation 4',
  ],
  [
    chromium('Windows NT 10.0; Win64; x64; Xbox; Xbox Series X', 'Chrome/119.0.0.0 Safari/537.36 Edg/119.0.0.0'),
    'Edge 119.0.0.0',
    'Xbox',
    'console Microsoft Xbox Series X',
  ],
  [
    chromium('Windows NT 10.0; Win64; x64; Xbox; Xbox One', 'Chrome/58.0.3029.110 Safari/537.36 Edge/18.18363'),
    'Edge 18.18363',
    'Xbox',
    'console Microsoft Xbox One',
  ],
  [
    'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.3.16.5 NintendoBrowser/5.1.0.22474',
    'NetFront 6.0.3.16.5',
    'Nintendo Switch',
    'console Nintendo Switch',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.5414.120 Safari/537.36 Valve Steam Client/default/1697058422',
    'Steam',
    'Linux',
    '',
    'the Steam client on Linux',
  ],
  [
    chromium('X11; Linux x86_64; Quest 3', 'OculusBrowser/32.3.0.1.52 Chrome/122.0.6261.64 VR Safari/537.36'),
    'Oculus Browser 32.3.0.1.52',
    'Linux',
    'xr Meta Quest 3',
  ],
  [
    chromium(
      'Linux; Android 12; Quest 2',
      'OculusBrowser/27.0.0.5.20 SamsungBrowser/4.0 Chrome/112.0.5615.204 Mobile VR Safari/537.36',
    ),
    'Oculus Browser 27.0.0.5.20',
    'Android 12',
    'xr Meta Quest 2',
  ],
  [
    'Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/88.0.4324.150 Chrome/88.0.4324.150 Safari/537.36 Tesla/2021.44.25.2-4c1a0b9',
    'Tesla 2021.44.25.2-4c1a0b9',
    'Linux',
    'embedded Tesla',
  ],
  [
    'Mozilla/5.0 (Linux; Tizen 2.3.1; SAMSUNG SM-R732) AppleWebKit/538.1 (KHTML, like Gecko) SamsungBrowser/1.0 Mobile Safari/538.1',
    'Samsung Internet 1.0',
    'Tizen 2.3.1',
    'wearable Samsung SM-R732',
  ],
  [
    'Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ (KHTML, like Gecko) Version/5.0 Safari/533.2+ Kindle/3.0+',
    'Kindle 3.0',
    'Linux',
    'tablet Amazon Kindle',
  ],
];
