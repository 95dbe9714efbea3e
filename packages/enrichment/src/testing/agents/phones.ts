import { chromium, type Agent } from './agent.js';

const REDUCED = 'Linux; Android 10; K';
const MOBILE = 'Mobile Safari/537.36';
const FROZEN = 'Chrome says Android 10 and no model since 2023: the string is frozen';

/** Browsers of other phones. */
export const phones: readonly Agent[] = [
  [chromium(REDUCED, `Chrome/131.0.0.0 ${MOBILE}`), 'Chrome 131.0.0.0', 'Android 10', 'mobile', FROZEN],
  [
    chromium('Linux; Android 13; SM-S908B', `Chrome/112.0.0.0 ${MOBILE}`),
    'Chrome 112.0.0.0',
    'Android 13',
    'mobile Samsung SM-S908B',
  ],
  [
    chromium('Linux; Android 14; Pixel 8 Pro', `Chrome/120.0.6099.144 ${MOBILE}`),
    'Chrome 120.0.6099.144',
    'Android 14',
    'mobile Google Pixel 8 Pro',
  ],
  [
    chromium('Linux; Android 11; Redmi Note 8 Pro', `Chrome/96.0.4664.104 ${MOBILE}`),
    'Chrome 96.0.4664.104',
    'Android 11',
    'mobile Xiaomi Redmi Note 8 Pro',
  ],
  [
    chromium('Linux; Android 12; CPH2211', `Chrome/105.0.0.0 ${MOBILE}`),
    'Chrome 105.0.0.0',
    'Android 12',
    'mobile OPPO CPH2211',
  ],
  [
    chromium('Linux; Android 12; V2027', `Chrome/105.0.0.0 ${MOBILE}`),
    'Chrome 105.0.0.0',
    'Android 12',
    'mobile Vivo V2027',
  ],
  [
    chromium('Linux; Android 10; HUAWEI P30 Pro', `Chrome/90.0.4430.91 ${MOBILE}`),
    'Chrome 90.0.4430.91',
    'Android 10',
    'mobile Huawei P30 Pro',
  ],
  [
    chromium('Linux; Android 11; moto g(30)', `Chrome/95.0.4638.74 ${MOBILE}`),
    'Chrome 95.0.4638.74',
    'Android 11',
    'mobile Motorola moto g(30)',
  ],
  [
    chromium('Linux; Android 12; CUBOT X50', `Chrome/120.0.0.0 ${MOBILE}`),
    'Chrome 120.0.0.0',
    'Android 12',
    'mobile CUBOT X50',
    'a phone that ends in bot',
  ],
  [
    chromium('Linux; Android 13; SAMSUNG SM-A536B', `SamsungBrowser/23.0 Chrome/115.0.0.0 ${MOBILE}`),
    'Samsung Internet 23.0',
    'Android 13',
    'mobile Samsung SM-A536B',
  ],
  [
    chromium(REDUCED, `SamsungBrowser/27.0 Chrome/125.0.0.0 ${MOBILE}`),
    'Samsung Internet 27.0',
    'Android 10',
    'mobile',
  ],
  [chromium(REDUCED, `Chrome/131.0.0.0 ${MOBILE} EdgA/131.0.0.0`), 'Edge 131.0.0.0', 'Android 10', 'mobile'],
  [chromium(REDUCED, `Chrome/130.0.0.0 ${MOBILE} OPR/86.0.0.0`), 'Opera 86.0.0.0', 'Android 10', 'mobile'],
  [
    'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
    'Opera Mini 36.2.2254',
    'Android',
    'mobile',
  ],
  [
    chromium(
      'Linux; U; Android 9; en-US; SM-J600G Build/PPR1.180610.011',
      'Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.5.0.1311 Mobile Safari/537.36',
    ),
    'UC Browser 13.5.0.1311',
    'Android 9',
    'mobile Samsung SM-J600G',
  ],
  [
    chromium('Linux; arm_64; Android 13; SM-G991B', `Chrome/118.0.5993.731 YaBrowser/23.11.2.70.00 SA/3 ${MOBILE}`),
    'Yandex 23.11.2.70.00',
    'Android 13',
    'mobile Samsung SM-G991B',
  ],
  [
    chromium('Linux; Android 13; Pixel 7', `Version/4.0 Chrome/120.0.6099.43 Mobile DuckDuckGo/5 Safari/537.36`),
    'DuckDuckGo 5',
    'Android 13',
    'mobile Google Pixel 7',
  ],
  [
    chromium('Linux; Android 10', `Chrome/131.0.6778.135 ${MOBILE} Ddg/131.0.6778.135`),
    'DuckDuckGo 131.0.6778.135',
    'Android 10',
    'mobile',
  ],
  [
    chromium(
      'Linux; U; Android 11; en-us; Redmi Note 9 Pro Build/RKQ1.200826.002',
      'Version/4.0 Chrome/89.0.4389.116 Mobile Safari/537.36 XiaoMi/MiuiBrowser/13.7.0-gn',
    ),
    'MIUI Browser 13.7.0',
    'Android 11',
    'mobile Xiaomi Redmi Note 9 Pro',
  ],
  [
    chromium('Linux; Android 10; ELS-NX9', `HuaweiBrowser/12.0.4.300 Mobile Safari/537.36`),
    'Huawei Browser 12.0.4.300',
    'Android 10',
    'mobile Huawei ELS-NX9',
  ],
  [
    chromium('Linux; Android 12; V2109', 'Version/4.0 Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/9.5.0.0'),
    'Vivo Browser 9.5.0.0',
    'Android 12',
    'mobile Vivo V2109',
  ],
  [
    chromium(
      'Linux; U; Android 12; en-gb; CPH2127 Build/SKQ1',
      'Version/4.0 Chrome/90.0.4430.61 Mobile Safari/537.36 HeyTapBrowser/45.9.5.2',
    ),
    'HeyTap 45.9.5.2',
    'Android 12',
    'mobile OPPO CPH2127',
  ],
  [
    chromium('Linux; Android 12; SM-A125F', `Chrome/100.0.4896.127 ${MOBILE} Vivaldi/5.2`),
    'Vivaldi 5.2',
    'Android 12',
    'mobile Samsung SM-A125F',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox 133.0', 'Android 14', 'mobile'],
  ['Mozilla/5.0 (Android 10; Mobile; rv:84.0) Gecko/84.0 Firefox/84.0', 'Firefox 84.0', 'Android 10', 'mobile'],
  [
    'Mozilla/5.0 (Linux; U; Android 4.0.3; ko-kr; LG-L160L Build/IML74K) AppleWebkit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    'Android Browser 4.0',
    'Android 4.0.3',
    'mobile LG L160L',
  ],
  [
    'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
    'Firefox 48.0',
    'KaiOS 2.5',
    'mobile Nokia 8110 4G',
  ],
  [
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063',
    'Edge 15.15063',
    'Windows Phone 10.0',
    'mobile Microsoft Lumia 950',
  ],
  [
    'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+',
    'BlackBerry Browser 10.0.9.2372',
    'BlackBerry 10',
    'mobile BlackBerry Touch',
  ],
  [
    chromium(
      'Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.13.0.302',
      'Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
    ),
    'Huawei Browser 15.0.4.312',
    'HarmonyOS',
    'mobile Huawei NOH-AN00',
  ],
  [
    chromium(
      'Linux; U; Android 13; en-US; SM-A536B',
      'Version/4.0 Chrome/100.0.4896.127 UCMobile/13.6.2.1316 Mobile Safari/537.36',
    ),
    'UC Browser 13.6.2.1316',
    'Android 13',
    'mobile Samsung SM-A536B',
  ],
  [
    'Opera/9.80 (J2ME/MIDP; Opera Mini/Mozilla/23.334; U; en) Presto/2.5.25 Version/10.54',
    'Opera Mini',
    'Java ME',
    'mobile',
  ],
];
