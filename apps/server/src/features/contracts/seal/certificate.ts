import { createHash, generateKeyPair, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import forge from 'node-forge'
import * as pkijs from 'pkijs'
import type { Deps } from '../../../lib/deps.ts'

const makeKeyPair = promisify(generateKeyPair)
const SETTING = 'contract_p12'
const YEARS = 10

/** The lender's certificate and key, ready to seal with. */
export interface Sealer {
  key: CryptoKey
  /** The signer's first, then those above it. */
  certificates: pkijs.Certificate[]
  certificate_der: Uint8Array
  fingerprint: string
}

interface P12 {
  /** Base64. */
  p12: string
  passphrase: string
}

/** SHA-256 of a certificate, hex. */
export const fingerprintOf = (der: Uint8Array) => createHash('sha256').update(der).digest('hex')

const text = (name: string, value: string) => ({ name, value, valueTagClass: forge.asn1.Type.UTF8 })

async function makeCertificate(name: string, now: Date) {
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
  // The published types leave out `valueTagClass` as a tag's number.
  certificate.setSubject(subject as forge.pki.CertificateField[])
  certificate.setIssuer(subject as forge.pki.CertificateField[])
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  const key = forge.pki.privateKeyFromPem(privateKey)
  certificate.sign(key, forge.md.sha256.create())
  return { key, certificate }
}

/** A self-signed certificate in the lender's name: what seals where no CONTRACT_P12 is configured. */
export async function makeP12(name: string, now: Date): Promise<P12> {
  const { key, certificate } = await makeCertificate(name, now)
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
  if (bag?.key == null) throw new Error('CONTRACT_P12 holds no RSA key')
  return bag.key
}

function certificatesFor(store: forge.pkcs12.Pkcs12Pfx, key: forge.pki.rsa.PrivateKey) {
  const bags = bagsOf(store, forge.pki.oids.certBag ?? '')
  const certificates = bags.flatMap(({ cert }) => (cert === undefined ? [] : [cert]))
  const isOfKey = ({ publicKey }: forge.pki.Certificate) => 'n' in publicKey && publicKey.n.equals(key.n)
  const own = certificates.find(isOfKey)
  if (own === undefined) throw new Error('CONTRACT_P12 holds no certificate for its key')
  return [own, ...certificates.filter((certificate) => certificate !== own)]
}

const derOf = (asn1: forge.asn1.Asn1) =>
  new Uint8Array(Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary'))

/** Opens a PKCS #12 store with an RSA key. */
export async function openP12({ p12, passphrase }: P12): Promise<Sealer> {
  const store = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(forge.util.decode64(p12)), passphrase)
  const key = readKey(store)
  const ders = certificatesFor(store, key).map((certificate) =>
    derOf(forge.pki.certificateToAsn1(certificate)),
  )
  const pkcs8 = derOf(forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)))
  const [certificate_der = new Uint8Array()] = ders
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
  }
}

type Source = Pick<Deps, 'db' | 'env' | 'clock'>

/** CONTRACT_P12 is a file's path or the file itself in base64. */
async function configuredP12({
  contract_p12,
  contract_p12_passphrase,
}: Source['env']): Promise<P12 | undefined> {
  if (contract_p12 === undefined) return undefined
  const bytes = await readFile(contract_p12).catch(() => Buffer.from(contract_p12, 'base64'))
  return { p12: bytes.toString('base64'), passphrase: contract_p12_passphrase ?? '' }
}

async function keptP12({ db }: Pick<Source, 'db'>): Promise<P12 | undefined> {
  const kept = await db.selectFrom('setting').select('value').where('name', '=', SETTING).executeTakeFirst()
  // Written by `keepP12` and by no one else.
  return kept?.value as P12 | undefined
}

/** Makes a store at the first need; all processes share it, so the first one written is the one that counts. */
async function keepP12({ db, env, clock }: Source): Promise<P12> {
  const made = await makeP12(env.lender.name, new Date(clock().epochMilliseconds))
  await db
    .insertInto('setting')
    .values({ name: SETTING, value: JSON.stringify(made) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await keptP12({ db })) ?? made
}

async function openSealer(source: Source): Promise<Sealer> {
  return openP12((await configuredP12(source.env)) ?? (await keptP12(source)) ?? (await keepP12(source)))
}

const opened = new WeakMap<Deps['db'], Promise<Sealer>>()

/** The lender's sealer: CONTRACT_P12, else the self-signed one kept in the database. Opened once. */
export function loadSealer(source: Source): Promise<Sealer> {
  const earlier = opened.get(source.db)
  if (earlier !== undefined) return earlier
  const opening = openSealer(source)
  opened.set(source.db, opening)
  opening.catch(() => opened.delete(source.db))
  return opening
}

/** The fingerprint of the lender's certificate; undefined while there is none. Makes nothing. */
export async function lenderFingerprint({
  db,
  env,
}: Pick<Source, 'db' | 'env'>): Promise<string | undefined> {
  const store = (await configuredP12(env)) ?? (await keptP12({ db }))
  return store === undefined ? undefined : (await openP12(store)).fingerprint
}
