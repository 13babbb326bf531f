import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import * as pkijs from 'pkijs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCertificates } from '../../crypto/anchors.ts'
import { bufferOf, sha256 } from '../../crypto/cms.ts'
import { type KeyStore, openP12 } from '../../crypto/p12.ts'
import { answerQuery } from './authority.ts'
import { checkConstancia } from './check.ts'
import { makeQuery } from './query.ts'

const now = Temporal.Instant.from('2026-11-20T16:00:00Z')
const hash = sha256(Buffer.from('contrato')).toString('hex')

interface Made {
  certificate: forge.pki.Certificate
  key: forge.pki.rsa.PrivateKey
}

interface Request {
  name: string
  /** Self-signed if missing. */
  by?: Made
  from?: string
  until?: string
  extensions?: object[]
  digest?: forge.md.MessageDigest
}

let serial = 1
const issuerRules = (more: object = {}) => [
  { name: 'basicConstraints', cA: true, critical: true, ...more },
  { name: 'keyUsage', keyCertSign: true, critical: true },
]
const stampRules = [
  { name: 'basicConstraints', cA: false, critical: true },
  { name: 'extKeyUsage', timeStamping: true, critical: true },
]

/** Makes a real certificate; by default an issuer's, valid for ten years. */
function make(request: Request): Made {
  const { name, by, from = '2020-01-01', until = '2030-01-01', extensions = issuerRules() } = request
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  serial += 1
  certificate.serialNumber = `01${serial.toString(16).padStart(4, '0')}`
  certificate.validity.notBefore = new Date(from)
  certificate.validity.notAfter = new Date(until)
  const subject = [{ name: 'commonName', value: name }]
  certificate.setSubject(subject)
  certificate.setIssuer(by?.certificate.subject.attributes ?? subject)
  certificate.setExtensions(extensions)
  const key = forge.pki.privateKeyFromPem(privateKey)
  certificate.sign(by?.key ?? key, request.digest ?? forge.md.sha256.create())
  return { certificate, key }
}

const asAnchor = ({ certificate }: Made) => new X509Certificate(forge.pki.certificateToPem(certificate))

/** A time-stamping authority; its tokens carry the given certificates after its own. */
async function open(signer: Made, carried: readonly Made[]): Promise<KeyStore> {
  const certificates = [signer, ...carried].map((one) => one.certificate)
  const asn1 = forge.pkcs12.toPkcs12Asn1(signer.key, certificates, 'x', { algorithm: 'aes256' })
  return openP12({ p12: forge.util.encode64(forge.asn1.toDer(asn1).getBytes()), passphrase: 'x' })
}

const stamping = (by: Made, more: Partial<Request> = {}) =>
  make({ name: 'Sellos de tiempo', by, extensions: stampRules, ...more })

/** Issues a constancia with the signer and checks it against the anchors. */
async function issueAndCheck(
  { signer, carried = [] }: { signer: Made; carried?: readonly Made[] },
  anchors: readonly Made[] | undefined,
) {
  const { bytes: query, nonce } = makeQuery(hash)
  const authority = await open(signer, carried)
  const answer = await answerQuery({ authority, query, now })
  return checkConstancia(answer, { sha256: hash, nonce, now, anchors: anchors?.map(asAnchor) })
}

let root: Made
let middle: Made
let signer: Made
let stranger: Made
beforeAll(() => {
  root = make({ name: 'Raíz de la Secretaría' })
  middle = make({ name: 'Prestador', by: root })
  signer = stamping(middle)
  stranger = make({ name: 'Otra raíz' })
})

describe('the chain of a constancia', () => {
  test('leads over the certificates in the token to a configured root', async () => {
    expect(await issueAndCheck({ signer, carried: [middle] }, [stranger, root])).toMatchObject({
      ...{ chain: 'checked', issuer: 'Sellos de tiempo', issued_at: '2026-11-20T16:00:00.000Z' },
    })
  })

  test('also ends at an anchor that is no root, or the signer itself', async () => {
    for (const anchor of [middle, signer])
      expect(await issueAndCheck({ signer }, [anchor])).toMatchObject({ chain: 'checked' })
  })

  test('is unchecked without configured anchors, and refused with an empty list', async () => {
    expect(await issueAndCheck({ signer, carried: [middle] }, undefined)).toMatchObject({
      chain: 'unchecked',
    })
    await expect(issueAndCheck({ signer, carried: [middle] }, [])).rejects.toThrow('does not lead to a trust')
  })

  test('is refused if it ends at another root, also at one of the same name', async () => {
    const twin = make({ name: 'Raíz de la Secretaría' })
    for (const anchor of [stranger, twin])
      await expect(issueAndCheck({ signer, carried: [middle, root] }, [anchor])).rejects.toThrow(
        'The certificate does not lead to a trust anchor',
      )
  })

  test('is refused if the certificate between signer and root is missing', async () => {
    await expect(issueAndCheck({ signer }, [root])).rejects.toThrow('does not lead to a trust anchor')
  })

  test('is refused if the signer had expired', async () => {
    const expired = stamping(middle, { until: '2026-11-19' })
    await expect(issueAndCheck({ signer: expired, carried: [middle] }, [root])).rejects.toThrow(
      'The certificate was not in force at the time stamped',
    )
  })

  test.each([
    ['expired', { until: '2026-11-19' }],
    ['was not valid yet', { from: '2026-11-21' }],
  ])('is refused if an issuer %s', async (_, dates) => {
    const between = make({ name: 'Prestador', by: root, ...dates })
    await expect(issueAndCheck({ signer: stamping(between), carried: [between] }, [root])).rejects.toThrow(
      'A certificate of the chain was not in force at the time stamped',
    )
    const oldRoot = make({ name: 'Raíz vieja', ...dates })
    await expect(issueAndCheck({ signer: stamping(oldRoot) }, [oldRoot])).rejects.toThrow('not in force')
  })

  test('is refused if the signer is not for time stamping', async () => {
    const mail = stamping(middle, {
      extensions: [{ name: 'extKeyUsage', emailProtection: true, critical: true }],
    })
    await expect(issueAndCheck({ signer: mail, carried: [middle] }, [root])).rejects.toThrow(
      'The certificate is not one for stamping time',
    )
  })

  test.each([
    ['may not issue others', [{ name: 'basicConstraints', cA: false, critical: true }]],
    ['is for another purpose', [...issuerRules(), { name: 'extKeyUsage', serverAuth: true }]],
    [
      'has a critical rule that is not understood',
      [...issuerRules(), { id: '1.2.3.4', critical: true, value: '\x05\x00' }],
    ],
  ])('is refused if a certificate of it %s', async (why, extensions) => {
    const between = make({ name: 'Prestador', by: root, extensions })
    await expect(issueAndCheck({ signer: stamping(between), carried: [between] }, [root])).rejects.toThrow(
      `A certificate of the chain ${why}`,
    )
  })

  test('is refused if a root has more issuers below it than it allows', async () => {
    const short = make({ name: 'Raíz corta', extensions: issuerRules({ pathLenConstraint: 0 }) })
    const between = make({ name: 'Prestador', by: short })
    await expect(issueAndCheck({ signer: stamping(between), carried: [between] }, [short])).rejects.toThrow(
      'more issuers below it than it allows',
    )
    expect(await issueAndCheck({ signer: stamping(short) }, [short])).toMatchObject({ chain: 'checked' })
  })

  test('is refused if a certificate of it is signed over SHA-1', async () => {
    const between = make({ name: 'Prestador', by: root, digest: forge.md.sha1.create() })
    await expect(issueAndCheck({ signer: stamping(between), carried: [between] }, [root])).rejects.toThrow(
      'has a signature with a broken hash',
    )
  })

  test('does not save a constancia of another file, of another query, or with a changed byte', async () => {
    const { bytes: query, nonce } = makeQuery(hash)
    const authority = await open(signer, [middle])
    const anchors = [asAnchor(root)]
    const answer = await answerQuery({ authority, query, now })
    const other = sha256(Buffer.from('otro')).toString('hex')
    await expect(checkConstancia(answer, { sha256: other, anchors })).rejects.toThrow('of another file')
    const { nonce: otherNonce } = makeQuery(hash)
    await expect(checkConstancia(answer, { sha256: hash, nonce: otherNonce, anchors })).rejects.toThrow(
      'not to this query',
    )
    // The imprint is altered inside the signed token: everything else still fits.
    const at = Buffer.from(answer).indexOf(Buffer.from(hash, 'hex'))
    const altered = Uint8Array.from(answer)
    altered.set(Buffer.from(other, 'hex'), at)
    await expect(checkConstancia(altered, { sha256: other, nonce, anchors })).rejects.toThrow()
    expect(at).toBeGreaterThan(0)
    expect(pkijs.TimeStampResp.fromBER(bufferOf(altered)).timeStampToken).toBeDefined()
  })
})

test('reads all certificates of a PEM text, and refuses a text without one', () => {
  const pem = [root, stranger].map(({ certificate }) => forge.pki.certificateToPem(certificate)).join('\n')
  expect(readCertificates(`# raíces\n${pem}`).map(({ subject }) => subject)).toEqual([
    ...['CN=Raíz de la Secretaría', 'CN=Otra raíz'],
  ])
  expect(() => readCertificates('nada')).toThrow('holds no PEM certificate')
  expect(() => readCertificates(pem.replace(/MII.{40}/, ''))).toThrow()
})
