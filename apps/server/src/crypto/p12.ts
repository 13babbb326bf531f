import { createHash, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import * as pkijs from 'pkijs'

const makeKeyPair = promisify(generateKeyPair)
const YEARS = 10

/** A certificate and its key, ready to sign with. */
export interface KeyStore {
  key: CryptoKey
  /** The signer's certificate first, then the other certificates of the file (its issuers). */
  certificates: pkijs.Certificate[]
  /** The signer's certificate, DER. */
  certificate_der: Uint8Array
  /** SHA-256 of the signer's certificate, hex. */
  fingerprint: string
  /** The signer's certificate counts from the first instant to the second, both included. */
  valid_from: Temporal.Instant
  valid_until: Temporal.Instant
}

/** A PKCS #12 file and the passphrase that opens it. */
export interface P12 {
  /** Base64. */
  p12: string
  passphrase: string
}

/** The purpose of a self-made certificate: sealing documents, or signing time stamps (RFC 3161 §2.3). */
export type Purpose = 'seal' | 'time-stamp'

const purposes: Record<Purpose, object[]> = {
  seal: [{ name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true }],
  'time-stamp': [
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', timeStamping: true, critical: true },
  ],
}

/** The SHA-256 of a DER certificate, hex. */
export const fingerprintOf = (der: Uint8Array) => createHash('sha256').update(der).digest('hex')

const instantOf = ({ value }: pkijs.Time) => Temporal.Instant.fromEpochMilliseconds(value.getTime())

const text = (name: string, value: string) => ({ name, value, valueTagClass: forge.asn1.Type.UTF8 })

interface CertificateRequest {
  /** Common name and organization; cut at 64 characters (X.520). */
  name: string
  purpose: Purpose
  now: Date
}

async function makeCertificate({ name, purpose, now }: CertificateRequest) {
  const { privateKey, publicKey } = await makeKeyPair('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(now.getTime() - 24 * 3600 * 1000)
  certificate.validity.notAfter = new Date(
    Date.UTC(now.getUTCFullYear() + YEARS, now.getUTCMonth(), now.getUTCDate()),
  )
  const subject = [
    text('commonName', name.slice(0, 64)),
    text('organizationName', name.slice(0, 64)),
    { name: 'countryName', value: 'MX' },
  ]
  // The published types do not allow a tag number as `valueTagClass`.
  certificate.setSubject(subject as forge.pki.CertificateField[])
  certificate.setIssuer(subject as forge.pki.CertificateField[])
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    ...purposes[purpose],
    { name: 'subjectKeyIdentifier' },
  ])
  const key = forge.pki.privateKeyFromPem(privateKey)
  certificate.sign(key, forge.md.sha256.create())
  return { key, certificate }
}

/**
 * Makes an RSA key of 3072 bits and a self-signed certificate valid for 10 years, as a PKCS #12 file with a random
 * passphrase. Used where no key store is configured.
 */
export async function makeP12(request: CertificateRequest): Promise<P12> {
  const { key, certificate } = await makeCertificate(request)
  const passphrase = randomBytes(24).toString('base64url')
  const asn1 = forge.pkcs12.toPkcs12Asn1(key, [certificate], passphrase, { algorithm: 'aes256' })
  return { p12: forge.util.encode64(forge.asn1.toDer(asn1).getBytes()), passphrase }
}

function bagsOf(store: forge.pkcs12.Pkcs12Pfx, bagType: string): forge.pkcs12.Bag[] {
  return store.getBags({ bagType })[bagType] ?? []
}

function readKey(store: forge.pkcs12.Pkcs12Pfx) {
  const { pkcs8ShroudedKeyBag = '', keyBag = '' } = forge.pki.oids
  const [bag] = [...bagsOf(store, pkcs8ShroudedKeyBag), ...bagsOf(store, keyBag)]
  if (bag?.key == null) throw new Error('The PKCS #12 file holds no RSA key')
  return bag.key
}

function certificatesFor(store: forge.pkcs12.Pkcs12Pfx, key: forge.pki.rsa.PrivateKey) {
  const bags = bagsOf(store, forge.pki.oids.certBag ?? '')
  const certificates = bags.flatMap(({ cert }) => (cert === undefined ? [] : [cert]))
  const isOfKey = ({ publicKey }: forge.pki.Certificate) => 'n' in publicKey && publicKey.n.equals(key.n)
  const keyCertificate = certificates.find(isOfKey)
  if (keyCertificate === undefined) throw new Error('The PKCS #12 file holds no certificate for its key')
  return [keyCertificate, ...certificates.filter((certificate) => certificate !== keyCertificate)]
}

const derOf = (asn1: forge.asn1.Asn1) =>
  new Uint8Array(Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary'))

/**
 * Opens a PKCS #12 file that holds an RSA key and its certificate. Throws when the passphrase is wrong or the key or
 * its certificate is missing.
 */
export async function openP12({ p12, passphrase }: P12): Promise<KeyStore> {
  const store = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(forge.util.decode64(p12)), passphrase)
  const key = readKey(store)
  const ders = certificatesFor(store, key).map((certificate) =>
    derOf(forge.pki.certificateToAsn1(certificate)),
  )
  const pkcs8 = derOf(forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)))
  const [certificate_der = new Uint8Array()] = ders
  const { notBefore, notAfter } = pkijs.Certificate.fromBER(certificate_der)
  return {
    key: await crypto.subtle.importKey(
      'pkcs8',
      pkcs8,
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    ),
    certificates: ders.map((der) => pkijs.Certificate.fromBER(der)),
    certificate_der,
    fingerprint: fingerprintOf(certificate_der),
    valid_from: instantOf(notBefore),
    valid_until: instantOf(notAfter),
  }
}
