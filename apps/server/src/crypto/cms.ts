import { createHash } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import type { KeyStore } from './p12.ts'

/** Object identifiers of CMS (RFC 5652), time stamps (RFC 3161) and X.509 that sealing and constancias use. */
export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.11',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  extKeyUsage: '2.5.29.37',
  commonName: '2.5.4.3',
} as const

/** Copies bytes into a new ArrayBuffer, the type that asn1js and pkijs expect. */
export const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer

/** The SHA-256 of bytes, 32 bytes. */
export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: bufferOf(bytes) })
const attribute = (type: string, value: asn1js.BaseBlock) => new pkijs.Attribute({ type, values: [value] })
const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value })

/**
 * The certificate as DER. pkijs keeps the part that the issuer signed as it was read, so a changed bit stays in the
 * result; encoding it again from the parsed fields would lose it.
 */
export const derOfCertificate = (certificate: pkijs.Certificate) =>
  new Uint8Array(certificate.toSchema().toBER())

/** The content to sign and the certificates of the signer. */
interface Content {
  bytes: Uint8Array
  /** `inside`: the CMS carries the content (a time stamp). `beside`: detached, the content is in the PDF. */
  place: 'inside' | 'beside'
  /** OID of the content type. */
  type: string
  /** The signer's certificate first. */
  certificates: pkijs.Certificate[]
}

/**
 * The signed attributes: content type, hash of the content and the hash of every certificate, so that no certificate
 * can be replaced by another one with the same key (RFC 5035 §3). There is no signing time.
 */
function signedAttributes({ bytes, type, certificates }: Content) {
  const hashes = certificates.map((one) => sequence(octets(sha256(derOfCertificate(one)))))
  return new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: type })),
      attribute(oid.messageDigest, octets(sha256(bytes))),
      attribute(oid.signingCertificateV2, sequence(sequence(...hashes))),
    ],
  })
}

function unsigned(content: Content): pkijs.SignedData {
  const { bytes, place, type, certificates } = content
  const [signerCertificate] = certificates
  if (signerCertificate === undefined) throw new Error('There is no certificate to sign with')
  const { issuer, serialNumber } = signerCertificate
  const sid = new pkijs.IssuerAndSerialNumber({ issuer, serialNumber })
  const encapContentInfo = new pkijs.EncapsulatedContentInfo({ eContentType: type })
  // Assigned afterwards: the constructor would split the content into pieces, which DER does not allow.
  if (place === 'inside') encapContentInfo.eContent = octets(bytes)
  return new pkijs.SignedData({
    version: type === oid.data ? 1 : 3,
    encapContentInfo,
    signerInfos: [new pkijs.SignerInfo({ version: 1, sid, signedAttrs: signedAttributes(content) })],
    certificates,
  })
}

function contentInfo(signed: pkijs.SignedData): pkijs.ContentInfo {
  return new pkijs.ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
}

/** Signs the content with RSA PKCS #1 v1.5 and SHA-256 and returns the CMS SignedData (RFC 5652). */
export async function signCms(store: KeyStore, content: Omit<Content, 'certificates'>) {
  const signed = unsigned({ ...content, certificates: store.certificates })
  await signed.sign(store.key, 0, 'SHA-256', bufferOf(content.bytes))
  return contentInfo(signed)
}

const withNull = (algorithmId: string) =>
  new pkijs.AlgorithmIdentifier({ algorithmId, algorithmParams: new asn1js.Null() })

/**
 * Builds the DER that `signCms` writes for this content with the given signature value. A seal that differs from it in
 * any byte was not written by this program, or was changed.
 */
export function rebuildCms(content: Content, signature: asn1js.OctetString): Buffer {
  const signed = unsigned(content)
  const [signer] = signed.signerInfos
  if (signer === undefined) throw new Error('There is no signer')
  signed.digestAlgorithms = [withNull(oid.sha256)]
  signer.digestAlgorithm = withNull(oid.sha256)
  signer.signatureAlgorithm = new pkijs.AlgorithmIdentifier({ algorithmId: oid.rsa })
  signer.signature = octets(signature.valueBlock.valueHexView)
  return Buffer.from(contentInfo(signed).toSchema().toBER())
}

function commonName({ typesAndValues }: pkijs.RelativeDistinguishedNames): string {
  const common = typesAndValues.find(({ type }) => type === oid.commonName)
  return String(common?.value.valueBlock.value ?? '')
}

/** The common name of a certificate's subject; empty if it has none. */
export const subjectOf = ({ subject }: pkijs.Certificate) => commonName(subject)

/** The common name of a certificate's issuer; empty if it has none. */
export const issuerOf = ({ issuer }: pkijs.Certificate) => commonName(issuer)

/** The certificate of the first signer, found by issuer and serial number; undefined if the CMS does not carry it. */
export function signerOf({
  certificates = [],
  signerInfos,
}: pkijs.SignedData): pkijs.Certificate | undefined {
  const sid = signerInfos[0]?.sid
  if (!(sid instanceof pkijs.IssuerAndSerialNumber)) return undefined
  return certificates.find(
    (one): one is pkijs.Certificate =>
      one instanceof pkijs.Certificate &&
      one.serialNumber.isEqual(sid.serialNumber) &&
      one.issuer.isEqual(sid.issuer),
  )
}
