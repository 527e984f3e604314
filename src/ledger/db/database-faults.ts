import { PayrunError } from '../../errors.ts';
import { fullDisk, isDiskFull } from '../../platform/disk-faults.ts';

/** User, database and host of a connection, for messages and GRANT statements. Contains no password. */
export interface DatabasePlace {
  readonly user: string;
  readonly database: string;
  readonly host: string;
  /** The folder of the embedded database; null for a server. */
  readonly home: string | null;
}

/** An error of the driver, the server or TLS. */
type DatabaseError = Error & {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
  readonly cert?: { readonly subjectaltname?: string; readonly subject?: { readonly CN?: string } };
};

type Fault = (error: DatabaseError, place: DatabasePlace) => PayrunError;

const untrusted: Fault = (_, { host }) => new PayrunError('database_certificate', { host });
const expired: Fault = (_, { host }) => new PayrunError('database_certificate_expired', { host });
const login: Fault = (_, { user, host }) => new PayrunError('database_login', { user, host });

/**
 * Errors that an admin must fix, by SQLSTATE or by the error code of TLS or Node. Temporary errors, such as a restart
 * of the server, are `database_unreachable`, in `db.ts`.
 */
export const DATABASE_FAULTS: Readonly<Record<string, Fault>> = {
  '28P01': login,
  '28000': ({ message }, { user, database, host }) =>
    new PayrunError('database_not_let_in', { user, database, host, detail: accessRefusalDetail(message) }),
  '3D000': (_, { user, database, host }) => new PayrunError('database_missing', { user, database, host }),
  '42501': ({ message }, { user, database }) => {
    const { detail, grant } = missingRight(message, user);
    return new PayrunError('database_rights', { user, database, detail, grant });
  },
  '25006': (_, { user, database }) => new PayrunError('database_read_only', { user, database }),
  '53300': ({ message }, place) => {
    const { limit, after } = connectionLimitFix(message, place);
    return new PayrunError('database_busy', { user: place.user, limit, after });
  },
  '53100': (_, { host, home }) =>
    home === null
      ? new PayrunError('disk_full', { where: `the disk of the database server ${host}`, needed: '1 GB' })
      : fullDisk(home),
  // A statement that an administrator canceled has the same code.
  '57014': ({ message }, { user }) =>
    /user request/.test(message)
      ? new PayrunError('database_unreachable', { detail: 'a statement was canceled' }, { retry: 'read-first' })
      : new PayrunError('database_timeout', { user, setting: 'statement_timeout' }),
  '55P03': (_, { user }) => new PayrunError('database_timeout', { user, setting: 'lock_timeout' }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ cert }, { host }) =>
    new PayrunError('database_certificate_name', { host, names: namesOf(cert) }),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: expired,
};

/**
 * The PayrunError for this error, with the same sentence and exit code in every interface; null for any other error.
 */
export function databaseFault(error: unknown, place: DatabasePlace): PayrunError | null {
  if (!(error instanceof Error) || error instanceof PayrunError) return null;
  const { code, message, syscall, path } = error as DatabaseError;
  if (message.startsWith('The server does not support SSL'))
    return new PayrunError('database_no_tls', { host: place.host });
  // The driver reads the certificate files that the URL names.
  if (syscall === 'open' && typeof path === 'string')
    return new PayrunError('database_certificate_file', { file: path });
  if (place.home !== null && isDiskFull(error)) return fullDisk(place.home);
  return typeof code === 'string' && Object.hasOwn(DATABASE_FAULTS, code)
    ? DATABASE_FAULTS[code]!(error as DatabaseError, place)
    : null;
}

/** A name as a quoted SQL identifier: `"name"`. */
export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;

function accessRefusalDetail(message: string): string {
  if (/no pg_hba\.conf entry/.test(message))
    return /no encryption|SSL off/.test(message)
      ? 'its pg_hba.conf has no line for this connection without TLS'
      : 'its pg_hba.conf has no line for this connection';
  return /role "[^"]*" does not exist/.test(message) ? 'it has no such role' : 'it does not let this role log in';
}

/** The missing right, and the statements that grant it and all other rights that Payrun needs on existing objects. */
function missingRight(message: string, user: string): { readonly detail: string; readonly grant: string } {
  const role = quotedName(user);
  const [, kind = '', name = ''] = /permission denied for (\w+) "?([^"]+)"?/.exec(message) ?? [];
  if (kind === 'database')
    return { detail: `create a schema in "${name}"`, grant: `GRANT CREATE ON DATABASE ${quotedName(name)} TO ${role}` };
  const schemas = 'payrun, payrun_queue';
  return {
    detail: name === '' ? 'do what Payrun needs' : `use the ${kind} ${name}`,
    grant: [
      `GRANT USAGE, CREATE ON SCHEMA ${schemas} TO ${role}`,
      ...['TABLES', 'SEQUENCES', 'FUNCTIONS'].map((what) => `GRANT ALL ON ALL ${what} IN SCHEMA ${schemas} TO ${role}`),
    ].join('; '),
  };
}

/** The statement that raises the connection limit that was reached, and a further step if needed. */
function connectionLimitFix(
  message: string,
  { user, database }: DatabasePlace,
): { readonly limit: string; readonly after: string } {
  if (/for role/.test(message)) return { limit: `ALTER ROLE ${quotedName(user)} CONNECTION LIMIT -1`, after: '' };
  if (/for database/.test(message))
    return { limit: `ALTER DATABASE ${quotedName(database)} CONNECTION LIMIT -1`, after: '' };
  return { limit: 'ALTER SYSTEM SET max_connections = 200', after: ' and restart the server' };
}

function namesOf(cert: DatabaseError['cert']): string {
  const names = (cert?.subjectaltname ?? '').split(/,\s*/).map((name) => name.replace(/^(DNS|IP Address):/, ''));
  return names.filter(Boolean).join(', ') || cert?.subject?.CN || 'another name';
}
