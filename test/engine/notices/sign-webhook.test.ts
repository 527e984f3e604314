import { expect, it } from 'vitest';
import { signWebhook } from '../../../src/engine/notices/post-notice.ts';

// What version 1.1.1 of the npm package `standardwebhooks` makes of them: `new Webhook(key).sign(...)`, and for a key that is no base64
// `new Webhook(key, {format: 'raw'})`.
it.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
  ['a key that signs notices', 'v1,3fQrIX4x3FXnUo1dQNUvrDmnYdt3KU+aDQNbn0/PXSA='],
])('a webhook is signed with %s as the Standard Webhooks libraries verify it', (key, signature) => {
  const sign = (id: string, at: number, body: string) => signWebhook(key, id, at, body);
  expect(sign('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(signature);
  expect(sign('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265331, '{"test": 2432232314}')).not.toBe(signature);
});
