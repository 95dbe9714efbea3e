import { expect, test } from '@jest/globals';
import type { UnknownObject } from '@sluice/contract';
import { withoutSdkFrames } from './withoutSdkFrames.js';

const own = { file: 'shop.rb', function: '<main>', inApp: false };

test.each<[string, UnknownObject]>([
  ['of Ruby', { file: 'sentry/hub.rb', function: 'capture_message', inApp: false }],
  ['of Ruby, in the file of the gem', { file: 'sentry-ruby.rb', function: 'capture_message', inApp: false }],
  ['of Ruby, by its path', { file: '/var/lib/gems/3.1.0/gems/sentry-rails-5.3.0/lib/x.rb', inApp: false }],
  ['of Python', { file: 'sentry_sdk/hub.py', module: 'sentry_sdk.hub', inApp: false }],
  ['of Go', { module: 'github.com/getsentry/sentry-go', function: '(*Hub).CaptureMessage', inApp: false }],
  ['of Node', { file: '/srv/shop/node_modules/@sentry/core/build/cjs/exports.js', inApp: false }],
  ['of PHP', { file: '/srv/shop/vendor/sentry/sentry/src/Client.php', inApp: false }],
  ['of PHP, by its function', { function: 'Sentry\\State\\Hub::captureMessage' }],
  ['of Java', { module: 'io.sentry.Sentry', function: 'captureMessage', inApp: false }],
  ['of .NET', { module: 'Sentry.SentrySdk', function: 'CaptureMessage' }],
])('drops the newest frame if it is of the SDK: %s', (_name, frame) => {
  expect(withoutSdkFrames([frame, frame, own])).toEqual([own]);
});

test.each<[string, readonly UnknownObject[]]>([
  ['an older frame of the SDK', [own, { file: 'sentry/rack/capture_exceptions.rb', inApp: false }]],
  ['a frame that the SDK says is the application’s', [{ file: 'sentry/alerts.rb', inApp: true }, own]],
  ['a class whose name begins like that of the SDK', [{ module: 'SentryPoint.Door', function: 'Open' }, own]],
  ['frames that are all of the SDK', [{ file: 'sentry/hub.rb', inApp: false }]],
  ['no frames', []],
])('keeps %s', (_name, frames) => {
  expect(withoutSdkFrames(frames)).toEqual(frames);
});
