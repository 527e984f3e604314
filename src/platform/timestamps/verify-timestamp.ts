import { createHash, X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import { type Attribute, Certificate, type ExtKeyUsage, SignedData, TimeStampResp, TSTInfo } from 'pkijs';

/** The data that a time stamp must cover, and the authority that must have issued it. */
export interface ExpectedTimestamp {
  /** The bytes that were stamped; their SHA-256 is in the token. */
  readonly data: Uint8Array;
  readonly nonce: Uint8Array;
  /** Certificates in PEM, to one of which the authority's has to chain; null: it is not checked. */
  readonly trusted: string | null;
}

/** The authority's time, or a clause that says what is wrong with the time stamp. */
export type TimestampVerdict = { readonly time: Date } | { readonly fault: string };

const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const SHA_256 = '2.16.840.1.101.3.4.2.1';
/** Digests by which a signature is believed. */
const DIGESTS: Readonly<Record<string, string>> = {
  [SHA_256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Attributes that name the certificate of the signer by its hash: with SHA-1, and with any. */
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
/** `granted` and `grantedWithMods`. */
const GRANTED = new Set([0, 1]);

class Unacceptable extends Error {}
const refuse = (fault: string): never => {
  throw new Unacceptable(fault);
};

/** Checks the response of a time-stamping authority (RFC 3161) as its section 2.4.2 asks for. */
export async function verifyTimestamp(response: Uint8Array, expected: ExpectedTimestamp): Promise<TimestampVerdict> {
  try {
    return { time: await timeOf(response, expected) };
  } catch (error) {
    return { fault: error instanceof Unacceptable ? error.message : 'it cannot be read' };
  }
}

async function timeOf(response: Uint8Array, { data, nonce, trusted }: ExpectedTimestamp): Promise<Date> {
  const { status, timeStampToken: token } = TimeStampResp.fromBER(response);
  if (!GRANTED.has(status.status)) refuse('the authority refused it');
  if (token?.contentType !== SIGNED_DATA) return refuse('it has no token');
  const signed = new SignedData({ schema: token.content });
  const content = signed.encapContentInfo.eContent;
  if (signed.encapContentInfo.eContentType !== TST_INFO || !content || signed.signerInfos.length !== 1)
    return refuse('its token is no time stamp');
  const info = TSTInfo.fromBER(content.getValue());
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = createHash('sha256').update(data).digest();
  if (hashAlgorithm.algorithmId !== SHA_256 || !imprint.equals(bytesOf(hashedMessage))) refuse('it is over other data');
  if (info.nonce === undefined || integerOf(bytesOf(info.nonce)) !== integerOf(nonce))
    refuse('its nonce is not that of the request');
  if (DIGESTS[signed.signerInfos[0]!.digestAlgorithm.algorithmId] === undefined)
    refuse('its signature has a digest that is not safe');
  const signer = await signerOf(signed, data);
  checkPurpose(signer, info.genTime);
  checkSigningCertificate(signed, signer);
  if (trusted !== null) await checkChain(signed, data, trusted);
  return info.genTime;
}

/** The certificate whose key made the signature. */
async function signerOf(signed: SignedData, data: Uint8Array): Promise<Certificate> {
  const verified = await signed.verify({ signer: 0, data: ownBuffer(data), extendedMode: true }).catch(() => null);
  const signer = verified?.signatureVerified ? verified.signerCertificate : null;
  return signer ?? refuse('its signature is not that of its certificate');
}

async function checkChain(signed: SignedData, data: Uint8Array, trusted: string): Promise<void> {
  const trustedCerts = readCertificates(trusted);
  const chain = { signer: 0, data: ownBuffer(data), checkChain: true, trustedCerts, passedWhenNotRevValues: true };
  const chains = await signed.verify(chain).catch(() => false);
  if (!chains) refuse("its certificate is not one of a trusted authority's");
}

/** A Buffer of Node may be a part of a shared one. */
const ownBuffer = (data: Uint8Array) => new Uint8Array(data).buffer;

/** RFC 3161, 2.3: the certificate is for time stamps only, and says so in a critical extension. */
function checkPurpose({ extensions = [], notBefore, notAfter }: Certificate, at: Date): void {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const purposes = (usage?.parsedValue as ExtKeyUsage | undefined)?.keyPurposes ?? [];
  if (!usage?.critical || purposes.length !== 1 || purposes[0] !== TIME_STAMPING)
    refuse('its certificate is not one for time stamps');
  if (at < notBefore.value || at > notAfter.value) refuse('its certificate was not valid at its time');
}

/** RFC 3161, 2.4.1: what is signed names the certificate, so that no other one of the same key can take its place. */
function checkSigningCertificate({ signerInfos: [signerInfo] }: SignedData, signer: Certificate): void {
  const attributes = signerInfo!.signedAttrs?.attributes ?? [];
  const attribute =
    attributes.find(({ type }) => type === SIGNING_CERTIFICATE_V2) ??
    attributes.find(({ type }) => type === SIGNING_CERTIFICATE) ??
    refuse('its signature does not name its certificate');
  const { digest, hash } = namedHash(attribute);
  const known = createHash(digest).update(new Uint8Array(signer.toSchema().toBER())).digest();
  if (!known.equals(hash)) refuse('its signature names another certificate');
}

/** The hash of the first certificate that the attribute names; without an algorithm it is SHA-1 or SHA-256. */
function namedHash({ type, values }: Attribute): { digest: string; hash: Buffer } {
  const [first, second] = childrenOf(childrenOf(childrenOf(values[0])[0])[0]);
  if (first instanceof asn1js.OctetString)
    return { digest: type === SIGNING_CERTIFICATE ? 'sha1' : 'sha256', hash: bytesOf(first) };
  const [algorithm] = childrenOf(first);
  const digest = algorithm instanceof asn1js.ObjectIdentifier ? DIGESTS[algorithm.getValue()] : undefined;
  if (digest === undefined || !(second instanceof asn1js.OctetString)) return refuse('it cannot be read');
  return { digest, hash: bytesOf(second) };
}

function childrenOf(value: unknown): readonly unknown[] {
  return value instanceof asn1js.Sequence ? value.valueBlock.value : refuse('it cannot be read');
}

const bytesOf = ({ valueBlock }: asn1js.OctetString | asn1js.Integer) => Buffer.from(valueBlock.valueHexView);

/** DER puts a zero before a number whose first bit is set, and an authority may drop leading ones. */
const integerOf = (bytes: Uint8Array) => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a text in PEM. Throws if one cannot be read. */
export const readCertificates = (pem: string): Certificate[] =>
  (pem.match(PEM) ?? []).map((one) => Certificate.fromBER(new Uint8Array(new X509Certificate(one).raw)));
