import { chromium, IPHONE, MAC, PIXEL, webkit, WINDOWS, type Agent } from './agent.js';

const IOS = 'iOS 17.5.1';
const PHONE = 'mobile Apple iPhone';
const GOOGLE = 'mobile Google Pixel 8';
const VIEW = 'Version/4.0 Chrome/125.0.6422.113 Mobile Safari/537.36';

/** Pages shown within applications: the application's name where it names itself, else that it is a web view. */
export const inApp: readonly Agent[] = [
  [
    webkit(
      IPHONE,
      'Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.40.110;FBBV/600000000;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1]',
    ),
    'Facebook 465.0.0.40.110',
    IOS,
    PHONE,
  ],
  [chromium(PIXEL, `${VIEW} [FB_IAB/FB4A;FBAV/465.0.0.54.81;]`), 'Facebook 465.0.0.54.81', 'Android 14', GOOGLE],
  [
    webkit(IPHONE, 'Mobile/15E148 [FBAN/MessengerForiOS;FBAV/460.0.0.35.109;FBBV/1;FBDV/iPhone15,2]'),
    'Messenger 460.0.0.35.109',
    IOS,
    PHONE,
  ],
  [
    chromium(PIXEL, `${VIEW} [FB_IAB/Orca-Android;FBAV/458.0.0.54.108;]`),
    'Messenger 458.0.0.54.108',
    'Android 14',
    GOOGLE,
  ],
  [
    webkit(
      IPHONE,
      'Mobile/21F90 Instagram 334.0.4.32.98 (iPhone15,2; iOS 17_5_1; en_US; en; scale=3.00; 1179x2556; 604247854)',
    ),
    'Instagram 334.0.4.32.98',
    IOS,
    PHONE,
  ],
  [
    chromium(
      PIXEL,
      `${VIEW} Instagram 333.0.0.42.91 Android (34/14; 420dpi; 1080x2205; Google; Pixel 8; shiba; shiba; en_US; 604247854)`,
    ),
    'Instagram 333.0.0.42.91',
    'Android 14',
    GOOGLE,
  ],
  [
    webkit(IPHONE, 'Mobile/21F90 Barcelona 334.0.0.26.98 (iPhone15,2; iOS 17_5_1; en_US; en; scale=3.00)'),
    'Threads 334.0.0.26.98',
    IOS,
    PHONE,
  ],
  [
    webkit(IPHONE, 'Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN'),
    'WeChat 8.0.49',
    IOS,
    PHONE,
  ],
  [
    chromium(
      PIXEL,
      `${VIEW} XWEB/1250029 MMWEBSDK/20240404 MMWEBID/1 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`,
    ),
    'WeChat 8.0.49.2600',
    'Android 14',
    GOOGLE,
  ],
  [
    chromium(
      WINDOWS,
      'Chrome/107.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090551) XWEB/6945 Flue',
    ),
    'WeChat 7.0.20.1781',
    'Windows 10',
    '',
  ],
  [webkit(IPHONE, 'Mobile/15E148 Safari Line/14.8.0'), 'Line 14.8.0', IOS, PHONE],
  [chromium(PIXEL, `${VIEW} Line/14.8.1/IAB`), 'Line 14.8.1', 'Android 14', GOOGLE],
  [
    webkit(IPHONE, 'Mobile/21F90 musical_ly_34.9.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US'),
    'TikTok 34.9.0',
    IOS,
    PHONE,
  ],
  [
    chromium(
      PIXEL,
      'Version/4.0 Chrome/125.0.6422.113 Mobile Safari/537.36 trill_350003 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/35.0.3 ByteLocale/en',
    ),
    'TikTok 35.0.3',
    'Android 14',
    GOOGLE,
  ],
  [
    chromium(PIXEL, `${VIEW} BytedanceWebview/d8a21c6 AppName/trill app_version/35.0.3`),
    'TikTok 35.0.3',
    'Android 14',
    GOOGLE,
  ],
  [
    webkit(IPHONE, 'Mobile/15E148 Snapchat/12.88.0.45 (like Safari/8618.2.12.10.7, panda)'),
    'Snapchat 12.88.0.45',
    IOS,
    PHONE,
  ],
  [webkit(IPHONE, 'Mobile/15E148 Twitter for iPhone/10.44'), 'Twitter 10.44', IOS, PHONE],
  [chromium(PIXEL, `${VIEW} TwitterAndroid`), 'Twitter', 'Android 14', GOOGLE],
  [webkit(IPHONE, 'Mobile/15E148 [LinkedInApp]/9.29.8962'), 'LinkedIn 9.29.8962', IOS, PHONE],
  [webkit(IPHONE, 'Mobile/15E148 [Pinterest/iOS]'), 'Pinterest', IOS, PHONE],
  [chromium(PIXEL, `${VIEW} [Pinterest/Android]`), 'Pinterest', 'Android 14', GOOGLE],
  [
    webkit(IPHONE, 'Mobile/15E148 Reddit/Version 2024.22.0/Build 614973/iOS Version 17.5.1 (Build 21F90)'),
    'Reddit 2024.22.0',
    IOS,
    PHONE,
  ],
  [webkit(IPHONE, 'GSA/321.0.641338340 Mobile/15E148 Safari/604.1'), 'Google App 321.0.641338340', IOS, PHONE],
  [
    chromium('Linux; Android 14; Pixel 8', 'Chrome/125.0.6422.113 Mobile Safari/537.36 GSA/15.21.41.28.arm64'),
    'Google App 15.21.41.28',
    'Android 14',
    GOOGLE,
  ],
  [webkit(IPHONE, 'Mobile/15E148 KAKAOTALK 10.8.2'), 'KakaoTalk 10.8.2', IOS, PHONE],
  [webkit(IPHONE, 'Mobile/15E148 NAVER(inapp; search; 1200; 12.9.4; 15PRO)'), 'Naver 12.9.4', IOS, PHONE],
  [
    chromium(PIXEL, `${VIEW} AlipayDefined AlipayClient/10.5.96.8000 Language/en`),
    'Alipay 10.5.96.8000',
    'Android 14',
    GOOGLE,
  ],
  [webkit(IPHONE, 'Mobile/15E148 Klarna/24.24.100'), 'Klarna 24.24.100', IOS, PHONE],
  [
    webkit(IPHONE, 'Mobile/15E148 DingTalk/7.5.20 com.laiwang.DingTalk/34567890 Channel/201200'),
    'DingTalk 7.5.20',
    IOS,
    PHONE,
  ],
  [chromium(PIXEL, VIEW), 'Chrome WebView 125.0.6422.113', 'Android 14', GOOGLE],
  [chromium('Linux; Android 10; K; wv', VIEW), 'Chrome WebView 125.0.6422.113', 'Android 10', 'mobile'],
  [webkit(IPHONE, 'Mobile/15E148'), 'WebKit 605.1.15', IOS, PHONE, 'a web view of iOS that names no application'],
  [
    webkit(MAC, 'Mobile/15E148 Safari/605.1.15'),
    'Safari',
    'macOS 10.15.7',
    '~ Apple Macintosh',
    'a web view of an iPad says that it is a Mac',
  ],
  [
    chromium(
      'Linux; Android 11; Pixel 5 Build/RQ3A.210805.001.A1; wv',
      'Version/4.0 Chrome/92.0.4515.159 Mobile Safari/537.36 Shopify Mobile/Android/9.12.0',
    ),
    'Chrome WebView 92.0.4515.159',
    'Android 11',
    'mobile Google Pixel 5',
    'an unknown application',
  ],
];
