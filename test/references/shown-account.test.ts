import { expect, it } from 'vitest';
import { shownAccount, withShownAccounts } from '../../src/references/shown-account.ts';

it('shows a masked account with dots', () => {
  expect(shownAccount('IBAN ***3000')).toBe('IBAN •••• 3000');
  expect(shownAccount('***')).toBe('••••');
  expect(shownAccount(null)).toBe('');
});

it('shows the masked accounts in a text with dots, and does not change letters of names', () => {
  expect(withShownAccounts('"***6429" is not ***22; J*** a***@example.com ***')).toBe(
    '"•••• 6429" is not •••• 22; J*** a***@example.com ***',
  );
});
