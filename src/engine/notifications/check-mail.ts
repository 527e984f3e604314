const CONNECT_MS = 10_000;

/**
 * Checks that the mail server of this URL responds and accepts the credentials. Sends nothing. Null if it does, else a
 * code such as `ECONNREFUSED` or `EAUTH`; never a part of the URL.
 */
export async function mailFault(smtpUrl: string): Promise<string | null> {
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return String((error as { code?: unknown }).code ?? 'unknown');
  } finally {
    transport.close();
  }
}
