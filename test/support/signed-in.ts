import type { Feature } from '../../src/http/feature.ts';
import type { CurrentUser, SentForm } from '../../src/web/current-user.ts';

/** The password that `confirmPassword` takes behind `signedIn`. */
export const PASSWORD = 'correct horse battery';

/**
 * In place of `sessions` in the test of a page: every request comes from this visitor, by default an admin of all
 * merchants. A test may pass a function, to change the visitor between requests.
 */
export function signedIn(who: Partial<CurrentUser> | (() => Partial<CurrentUser>) = {}): Feature {
  return (app) => {
    app.use('*', async (context, next) => {
      const given = typeof who === 'function' ? who() : who;
      context.set('currentUser', {
        name: 'anna',
        role: 'admin',
        merchants: null,
        limits: null,
        csrf: 'csrf-of-anna',
        ...given,
      });
      context.set('stillHolds', async () => true);
      context.set('confirmPassword', async (form: SentForm) => {
        const typed = form instanceof FormData ? form.get('password') : form.password;
        return typed === PASSWORD ? null : 'Incorrect password.';
      });
      await next();
    });
  };
}
