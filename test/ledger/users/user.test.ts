import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkPassword } from '../../../src/engine/users/login.ts';
import { createPasswords } from '../../../src/engine/users/password.ts';
import { loadPasswordFault } from '../../../src/engine/users/password-fault.ts';
import { newTotpSecret, plainRecoveryCode, totpStep, totpUri } from '../../../src/engine/users/totp.ts';
import {
  addUser,
  resetTotp,
  setEnabled,
  setPassword,
  setRights,
  type UserDeps,
  userName,
} from '../../../src/engine/users/users.ts';
import { verifyChain } from '../../../src/ledger/audit/audit-chain.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { forgetOldAttempts, takeAttempt } from '../../../src/ledger/users/login-attempts.ts';
import { beginSession, findSession } from '../../../src/ledger/users/session.ts';
import { findUser, listUsers, USER_ROLES } from '../../../src/ledger/users/user.ts';
import { amountsRefusal, hasRole, may } from '../../../src/permissions/access.ts';
import { describeDatabases } from '../../support/database.ts';
import { firstAdmin, person } from '../../support/person.ts';
import { addTestMerchant } from '../../support/test-run.ts';
import { cheapPasswords, MINUTE, movableClock } from '../../support/web-visit.ts';

const PASSWORD = 'seven blue kites fly';
const RIGHTS = { role: 'maker' as const, merchants: null, limits: null };

describeDatabases('users', (database) => {
  let ledger: Ledger;
  let deps: UserDeps;
  const clock = movableClock();
  beforeAll(async () => {
    ledger = await database.open();
    deps = { ledger, clock, passwords: cheapPasswords };
  });

  it('have one name, in any spelling', async () => {
    await addUser(deps, await firstAdmin(ledger), { ...RIGHTS, name: 'Jörg  Maier ', password: PASSWORD });
    for (const name of ['jörg maier', 'JÖRG MAIER', 'Jo\u0308rg Maier', 'Jörg Maier'])
      await expect(
        addUser(deps, await firstAdmin(ledger), { ...RIGHTS, name, password: PASSWORD }),
      ).rejects.toMatchObject({
        code: 'user_exists',
      });
    expect((await findUser(ledger.db, ' JÖRG MAIER '))?.name).toBe('Jörg Maier');
    expect(await findUser(ledger.db, 'jo\0rg')).toBeNull();
    for (const name of ['', ' ', 'policy:auto', 'a\nb', '-x', 'x'.repeat(65), '<b>'])
      expect(() => userName(name)).toThrow('User names can have');
  });

  it('are added with a valid password, of which only the hash is stored', async () => {
    await expect(
      addUser(deps, await firstAdmin(ledger), { ...RIGHTS, name: 'weak', password: 'password1234' }),
    ).rejects.toMatchObject({
      code: 'password_weak',
    });
    await expect(
      addUser(deps, await firstAdmin(ledger), {
        ...RIGHTS,
        name: 'weak',
        limits: { EUR: '1.005' },
        password: PASSWORD,
      }),
    ).rejects.toThrow('"EUR=1.005" is not a valid limit');
    await expect(
      addUser(deps, await firstAdmin(ledger), { ...RIGHTS, name: 'weak', merchants: ['a b'], password: PASSWORD }),
    ).rejects.toThrow('"a b" is not a valid merchant name.');
    const gamma = { merchants: ['acme', 'gamma'] };
    await addTestMerchant(ledger);
    await expect(
      addUser(deps, await firstAdmin(ledger), { ...RIGHTS, ...gamma, name: 'weak', password: PASSWORD }),
    ).rejects.toThrow('There is no merchant called gamma.');
    expect(await findUser(ledger.db, 'weak')).toBeNull();
    const ben = await addUser(deps, await firstAdmin(ledger), {
      ...{ name: 'ben', role: 'approver', merchants: ['acme'], limits: { EUR: '5000.00' }, password: PASSWORD },
    });
    expect(ben).toMatchObject({ role: 'approver', merchants: ['acme'], limits: { EUR: '5000.00' }, epoch: 0 });
    expect(ben.password).toMatch(/^scrypt\$4\$1\$1\$[^$]{24}\$[^$]{44}$/);
    expect((await listUsers(ledger.db)).map(({ name }) => name)).toEqual(['ben', 'Jörg Maier', 'operator']);
  });

  it('get no rights for a merchant that does not exist, and keep those that they have', async () => {
    const admin = await firstAdmin(ledger);
    await addUser(deps, admin, { ...RIGHTS, name: 'gus', merchants: ['default'], password: PASSWORD });
    const give = (merchants: readonly string[]) => setRights(deps, admin, 'gus', { merchants });
    await expect(give(['acme', 'gamma'])).rejects.toMatchObject({ code: 'merchant_unknown' });
    await ledger.db.query(`update payrun.user_account set merchants = '{gone}' where name = 'gus'`);
    expect(await give(['gone', 'acme'])).toMatchObject({ merchants: ['gone', 'acme'] });
    await setEnabled(deps, admin, 'gus', false);
  });

  it('change, each time with who, when and from where, in a chain that verifies', async () => {
    await addUser(deps, await firstAdmin(ledger), { ...RIGHTS, name: 'cleo', password: PASSWORD });
    const admin = { ...person('operator'), from: '192.0.2.7' };
    await setRights(deps, admin, 'CLEO', { role: 'approver', limits: { EUR: '10' } });
    await setPassword(deps, admin, 'cleo', `${PASSWORD} high`);
    expect(await setEnabled(deps, admin, 'cleo', false)).toBe('changed');
    expect(await setEnabled(deps, admin, 'cleo', false)).toBe('unchanged');
    await setEnabled(deps, admin, 'cleo', true);
    await resetTotp(deps, admin, 'cleo');
    expect(await findUser(ledger.db, 'cleo')).toMatchObject({
      role: 'approver',
      merchants: null,
      limits: { EUR: '10' },
      epoch: 5,
    });
    const { rows } = await ledger.db.query<{ kind: string; actor: string; data: Record<string, unknown> }>(
      `select kind, actor, data from payrun.event where chain = 'users' and data->>'user' = 'cleo' order by seq`,
    );
    expect(rows.map(({ kind, actor, data }) => `${kind} ${actor} ${data.from}`)).toEqual([
      'user_added operator command line',
      ...['user_rights_changed', 'user_password_changed', 'user_disabled', 'user_enabled', 'user_codes_removed'].map(
        (kind) => `${kind} operator 192.0.2.7`,
      ),
    ]);
    expect(rows[1]!.data).toMatchObject({
      before: { role: 'maker', limits: null },
      after: { role: 'approver', limits: { EUR: '10' } },
    });
    expect(JSON.stringify(rows)).not.toContain('scrypt');
    expect((await verifyChain(ledger.db, 'users')).broken).toBeNull();
    for (const change of [
      () => setRights(deps, admin, 'nobody', { role: 'viewer' }),
      () => setPassword(deps, admin, 'nobody', PASSWORD),
      () => setEnabled(deps, admin, 'nobody', true),
      () => resetTotp(deps, admin, 'nobody'),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'user_unknown' });
  });

  it('always include an admin, even if two remove each other at once', async () => {
    await addUser(deps, await firstAdmin(ledger), { ...RIGHTS, name: 'one', role: 'admin', password: PASSWORD });
    await setRights(deps, await firstAdmin(ledger), 'operator', { role: 'viewer' });
    await expect(setEnabled(deps, await firstAdmin(ledger), 'one', false)).rejects.toMatchObject({
      code: 'last_admin',
    });
    await expect(setRights(deps, await firstAdmin(ledger), 'one', { role: 'approver' })).rejects.toMatchObject({
      code: 'last_admin',
    });
    await addTestMerchant(ledger, 'north');
    await addUser(deps, await firstAdmin(ledger), {
      ...RIGHTS,
      name: 'some',
      role: 'admin',
      merchants: ['north'],
      password: null,
    });
    await expect(setRights(deps, await firstAdmin(ledger), 'one', { merchants: ['north'] })).rejects.toMatchObject({
      code: 'last_admin',
    });
    await setRights(deps, await firstAdmin(ledger), 'one', { limits: { EUR: '1' } });
    await addUser(deps, await firstAdmin(ledger), { ...RIGHTS, name: 'two', role: 'admin', password: PASSWORD });
    const both = await Promise.allSettled([
      setEnabled(deps, await firstAdmin(ledger), 'one', false),
      setRights(deps, await firstAdmin(ledger), 'two', { role: 'viewer' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('have their password hashed again when the parameters grow, without logging in again', async () => {
    await addUser(deps, await firstAdmin(ledger), { ...RIGHTS, name: 'dora', password: PASSWORD });
    const grown = { ...deps, passwords: createPasswords({ cost: { log2N: 5, r: 1, p: 1 } }) };
    const given = { name: 'dora', password: PASSWORD, from: '192.0.2.1', purpose: 'login' as const };
    expect(await checkPassword(grown, given)).toMatchObject({ kind: 'right' });
    expect(await findUser(ledger.db, 'dora')).toMatchObject({
      epoch: 0,
      password: expect.stringMatching(/^scrypt\$5\$/),
    });
    expect(await checkPassword(grown, given)).toMatchObject({ kind: 'right' });
  });

  it('have sessions that the ledger knows by their hash, and old ones are deleted', async () => {
    const user = (await findUser(ledger.db, 'dora'))!;
    const at = new Date(clock.now());
    const session = (id: string, until: Date) =>
      beginSession(ledger.db, { id, user, stage: 'open', at, provedAt: at, until });
    await session('old', new Date(at.getTime() - 1));
    await session('new', new Date(at.getTime() + MINUTE));
    expect(await findSession(ledger.db, 'new', at, MINUTE)).toMatchObject({ name: 'dora', stage: 'open' });
    expect(await findSession(ledger.db, 'old', at, MINUTE)).toBeNull();
    expect(await findSession(ledger.db, 'new', new Date(at.getTime() + MINUTE), 2 * MINUTE)).toBeNull();
    const { rows } = await ledger.db.query(`select id_hash from payrun.user_session where name = 'dora'`);
    expect(rows).toHaveLength(1);
  });

  it('wait longer after each wrong attempt, an hour at most, and unused counts are deleted', async () => {
    const key = { kind: 'name', text: 'somebody' } as const;
    const waits: number[] = [];
    for (let i = 0; i < 14; i++) {
      const at = new Date(clock.now());
      expect(await takeAttempt(ledger.db, ledger.vault, key, at)).toBeNull();
      const until = await takeAttempt(ledger.db, ledger.vault, key, at);
      if (until) {
        waits.push((until.getTime() - at.getTime()) / 1_000);
        clock.pass(until.getTime() - at.getTime());
      } else i++;
    }
    expect(waits.slice(0, 8)).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600]);
    expect(Math.max(...waits)).toBe(3_600);
    const count = async () => (await ledger.db.query('select 1 from payrun.user_attempt')).rows.length;
    const before = await count();
    clock.pass(49 * 60 * MINUTE);
    await forgetOldAttempts(ledger.db, new Date(clock.now()));
    expect(await count()).toBeLessThan(before);
  });
});

describe('a permission', () => {
  const person = { role: 'approver' as const, merchants: ['acme'], limits: { EUR: '50.00' } };
  it('grows with the role, but only admins read what an auditor reads', () => {
    for (const [i, role] of USER_ROLES.entries())
      for (const [j, needed] of USER_ROLES.entries())
        expect(hasRole(role, needed), `${role} as ${needed}`).toBe(
          needed === 'auditor' ? role === 'auditor' || role === 'admin' : i >= j,
        );
  });
  it.each([
    ['approve', 'acme', true],
    ['approve', 'other', false],
    ['see', 'other', false],
    ['users', undefined, false],
    ['upload', 'acme', true],
  ] as const)('%s for %s: %s', (permission, merchant, expected) => {
    expect(may(person, permission, merchant)).toBe(expected);
  });
  it.each([
    [[{ currency: 'EUR', minor: 5_000n }], null],
    [[{ currency: 'EUR', minor: 5_001n }], '50.01 EUR is above the limit of 50.00 EUR.'],
    [
      [
        { currency: 'EUR', minor: 1n },
        { currency: 'USD', minor: 1n },
      ],
      'Payments in USD are not among what may be approved.',
    ],
  ])('to approve covers the limit of each currency, and no other currency', (amounts, why) => {
    expect(amountsRefusal(person, amounts)).toBe(why);
  });
  it('to approve is not a maker’s, and has no limit if none is set', () => {
    const amounts = [{ currency: 'USD', minor: 10n ** 12n }];
    expect(amountsRefusal({ ...person, role: 'maker', limits: null }, amounts)).toContain(
      'It requires the role approver',
    );
    expect(amountsRefusal({ ...person, limits: null }, amounts)).toBeNull();
  });
});

describe('a password', () => {
  it.each([
    ['elevenchars', 'needs at least 12'],
    ['Sommer2026!!', 'easy to guess'],
    ['qwertzuiop12', 'easy to guess'],
    ['Willkommen2026', 'easy to guess'],
    ['motdepasse2026', 'easy to guess'],
    ['contraseña2026', 'easy to guess'],
    ['Primavera2026!', 'easy to guess'],
    ['password1234', 'easy to guess'],
    ['Passw0rd!!2026', 'easy to guess'],
    ['Payrun-2026!!', 'easy to guess'],
    ['P@ssw0rd1234', 'easy to guess'],
    ['P@$$w0rd2026', 'easy to guess'],
    ['Password@2024', 'easy to guess'],
    ['Welcome@2024$', 'easy to guess'],
    ['Abc123Abc123', 'easy to guess'],
    ['abcdefghijkl', 'easy to guess'],
    ['123456789012', 'easy to guess'],
    ['qwertyuiop[]123', 'easy to guess'],
    ['websolutions', 'easy to guess'],
    ['Leave-Me-Alone', 'easy to guess'],
    ['ichliebedich99', 'easy to guess'],
    ['IchLiebeDichSehr', 'easy to guess'],
    ['bonjourtoutlemonde', 'easy to guess'],
    ['welcometothejungle', 'easy to guess'],
    ['comoestasamigo', 'easy to guess'],
    ['lavitaebella2026', 'easy to guess'],
    ['1qaz2wsx3edc4rfv', 'easy to guess'],
    ['Sweetheart2026!', 'easy to guess'],
    ['aaaaaaaaaaaaaa', 'easy to guess'],
    ['abababababab', 'easy to guess'],
    ['annabella-1234', 'easy to guess'],
    ['x'.repeat(200) + 'abcdefg'.repeat(9), 'more than 256'],
    ['seven green kites fly\nseven green kites fly', 'more than one line'],
  ])('%s is refused', async (password, says) => {
    expect((await loadPasswordFault())(password, 'annabella')).toContain(says);
  });
  const random = ['xkqzjvwpfbtr', 'mkqtzafwrbndeo', 'K7f3-9xq2-mmp4'];
  it.each([
    PASSWORD,
    'correct horse battery',
    'Ünïcödé wörks too',
    'Tr0ub4dor&3-and-more',
    'tulpe ofen sieben grau',
    ...random,
  ])('%s can be one', async (password) => {
    expect((await loadPasswordFault())(password, 'annabella')).toBeNull();
  });

  it('is compared by the parameters of its hash, in the same time for unknown users, and by a limited number at once', async () => {
    const passwords = createPasswords({ cost: { log2N: 4, r: 1, p: 1 }, waiting: 2 });
    const stored = await passwords.hash('Ünïcödé wörks too');
    expect(await passwords.check('U\u0308ni\u0308co\u0308de\u0301 wo\u0308rks too', stored)).toEqual({
      right: true,
      stale: false,
    });
    expect(await passwords.check('wrong', stored)).toEqual({ right: false, stale: false });
    expect(await passwords.check('', null)).toEqual({ right: false, stale: false });
    await expect(passwords.check('x', 'scrypt$31$8$1$AAAA$AAAA')).rejects.toMatchObject({ code: 'defect' });
    await expect(passwords.check('x', 'plain')).rejects.toMatchObject({ code: 'defect' });
    const many = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.check('x', null)));
    // Those that wait, and those whose turn it is: half of the cores, two at most.
    const turns = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + turns);
    const full = Array.from({ length: 8 }, () => passwords.check('x', null).catch(() => null));
    for (const turn of ['device', 'confirmation'] as const)
      expect(await passwords.check('x', null, turn), turn).toEqual({ right: false, stale: false });
    await Promise.all(full);
    expect(many.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'login_busy' } });
  });
});

describe('codes of two-factor authentication', () => {
  // RFC 6238, appendix B: the secret "12345678901234567890", SHA-1, cut to six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59_000, '287082', 1n],
    [1_111_111_109_000, '081804', 37037036n],
    [1_111_111_109_000, '081 804', 37037036n],
    [20_000_000_000_000, '353130', 666666666n],
    [89_000, '287082', 1n],
    [119_000, '287082', null],
    [59_000, '94287082', null],
    [59_000, '28708', null],
    [59_000, '２８７０８２', null],
  ])('at %i ms %s belongs to the period %s', (now, code, step) => {
    expect(totpStep(secret, code, now)).toBe(step);
  });
  it('come from 160 bits that an authenticator app can read', () => {
    const made = newTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(made);
    const uri = new URL(totpUri('anna@acme.example', made));
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: made,
      issuer: 'Payrun',
      digits: '6',
      period: '30',
    });
    expect(decodeURIComponent(uri.pathname)).toContain('Payrun:anna@acme.example');
    expect(plainRecoveryCode(' KX4M 9tqe-wh2p ')).toBe('kx4m9tqewh2p');
    expect(plainRecoveryCode('kx4m')).toBeNull();
  });
});
