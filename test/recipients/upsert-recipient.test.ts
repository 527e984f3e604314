import { describe, expect, it } from 'vitest';
import type { RecipientRow } from '../../src/ledger/recipients/recipient.ts';
import { callsNeeded, type RecipientCall, type WantedFingerprints } from '../../src/recipients/upsert-recipient.ts';

const fp = (n: number) => Buffer.alloc(32, n);
const KNOWN: RecipientRow = {
  id: '0198c5b2-0000-7000-8000-000000000000',
  remote_id: 'R-1',
  account_remote_id: 'A-1',
  profile_fp: fp(1),
  account_fp: fp(2),
  reference_id: 'person-1',
  intent: null,
  intent_account_fp: null,
  doubt: null,
  compliance: null,
};
const SAME: WantedFingerprints = { profileFp: fp(1), accountFp: fp(2) };

describe('a recipient', () => {
  const CASES: readonly [
    name: string,
    known: RecipientRow | null,
    wanted: WantedFingerprints,
    calls: readonly RecipientCall[],
  ][] = [
    ['who is new costs two calls', null, SAME, ['create', 'create_account']],
    ['who is new and has no account costs one', null, { ...SAME, accountFp: null }, ['create']],
    ['who is as the service has them costs none', KNOWN, SAME, []],
    ['whose data changed costs one', KNOWN, { ...SAME, profileFp: fp(9) }, ['update']],
    ['whose account changed costs one', KNOWN, { ...SAME, accountFp: fp(9) }, ['create_account']],
    ['of whom all changed costs two', KNOWN, { profileFp: fp(9), accountFp: fp(9) }, ['update', 'create_account']],
    ['whose row says nothing of them costs none', KNOWN, { profileFp: null, accountFp: null }, []],
    ['whose row has no account keeps theirs', KNOWN, { ...SAME, accountFp: null }, []],
    [
      'who was made by other means is brought to what the sheet says',
      { ...KNOWN, profile_fp: null, account_fp: null },
      SAME,
      ['update', 'create_account'],
    ],
    [
      'whose creation was interrupted is created',
      { ...KNOWN, remote_id: null, account_remote_id: null, profile_fp: null, account_fp: null, intent: 'create' },
      SAME,
      ['create', 'create_account'],
    ],
    [
      'whose account was about to be changed gets it, whatever the ledger says',
      { ...KNOWN, intent: 'create_account', intent_account_fp: fp(9) },
      SAME,
      ['create_account'],
    ],
    ['whose account was never acknowledged gets it', { ...KNOWN, account_remote_id: null }, SAME, ['create_account']],
    [
      'whom the service has forgotten is created, whatever is remembered of them',
      { ...KNOWN, remote_id: null },
      { ...SAME, accountFp: null },
      ['create'],
    ],
  ];
  it.each(CASES)('%s', (_, known, wanted, calls) => {
    expect(callsNeeded(known, wanted)).toEqual(calls);
  });
});
