import { createHash, type X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { bufferOf, derOfCertificate, oid, signerOf, subjectOf } from '../../crypto/cms.ts'
import { fingerprintOf } from '../../crypto/p12.ts'
import { chainProblem } from './chain.ts'
import { type Constancia, ConstanciaError } from './constancia.ts'

/** Far above the size of any real answer. */
const LIMIT_BYTES = 256 * 1024

/** Largest difference between the time stamped and our clock when the answer arrives. */
const CLOCKS_APART_MS = 10 * 60_000

interface Expected {
  /** SHA-256 of the file, hex. */
  sha256: string
  /** Nonce of the query; omitted when checking a stored constancia. */
  nonce?: asn1js.Integer
  /** When the answer arrived; omitted when checking a stored constancia. */
  now?: Temporal.Instant
  /** The certificates that an authority's certificate must lead to; undefined if none are configured. */
  anchors?: readonly X509Certificate[] | undefined
}

/**
 * SHA-1 in hex: RFC 2634's older `signingCertificate` attribute names certificates by it, and authorities still use it.
 */
const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')

function refuse(why: string): never {
  throw new ConstanciaError(why)
}

/**
 * Reads the token out of a TimeStampResp (RFC 3161 §2.4.2). Refuses an answer that is not granted or has trailing
 * bytes.
 */
function tokenIn(bytes: Uint8Array): pkijs.SignedData {
  const { offset, result } = asn1js.fromBER(bufferOf(bytes))
  if (offset !== bytes.byteLength) refuse('The answer is not one whole TimeStampResp')
  const { status, timeStampToken } = new pkijs.TimeStampResp({ schema: result })
  const granted =
    status.status === pkijs.PKIStatus.granted || status.status === pkijs.PKIStatus.grantedWithMods
  if (!granted) refuse(`The authority refuses: status ${status.status}`)
  if (timeStampToken?.contentType !== oid.signedData) return refuse('The answer holds no token')
  return new pkijs.SignedData({ schema: timeStampToken.content })
}

function infoBytes({ encapContentInfo, signerInfos }: pkijs.SignedData): Uint8Array {
  if (encapContentInfo.eContentType !== oid.timeStampInfo || encapContentInfo.eContent === undefined)
    return refuse('The token holds no TSTInfo')
  if (signerInfos.length !== 1) refuse('The token has not exactly one signer')
  return new Uint8Array(encapContentInfo.eContent.getValue())
}

function attributeOf({ signerInfos }: pkijs.SignedData, type: string): asn1js.BaseBlock | undefined {
  const value = signerInfos[0]?.signedAttrs?.attributes.find((one) => one.type === type)?.values[0]
  return value instanceof asn1js.BaseBlock ? value : undefined
}

/** Whether the certificate is for time stamping only, in a critical extension, as RFC 3161 §2.3 demands. */
function mayStamp({ extensions = [] }: pkijs.Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === oid.extKeyUsage)
  if (usage?.critical !== true || !(usage.parsedValue instanceof pkijs.ExtKeyUsage)) return false
  const { keyPurposes } = usage.parsedValue
  return keyPurposes.length === 1 && keyPurposes[0] === oid.timeStamping
}

/** Whether the signed attributes contain the hash of the certificate, so that no other can replace it (RFC 5816). */
function isNamed(token: pkijs.SignedData, certificate_der: Uint8Array): boolean {
  const names = [
    { list: attributeOf(token, oid.signingCertificateV2), hash: fingerprintOf(certificate_der) },
    { list: attributeOf(token, oid.signingCertificate), hash: sha1(certificate_der) },
  ]
  return names.some(
    ({ list, hash }) => list !== undefined && Buffer.from(list.toBER()).includes(Buffer.from(hash, 'hex')),
  )
}

async function checkSignature(token: pkijs.SignedData, info: Uint8Array): Promise<pkijs.Certificate> {
  const certificate = signerOf(token)
  if (certificate === undefined) return refuse('The token does not carry its signer’s certificate')
  const type = attributeOf(token, oid.contentType)
  if (!(type instanceof asn1js.ObjectIdentifier) || type.valueBlock.toString() !== oid.timeStampInfo)
    refuse('The signature is not over a TSTInfo')
  if (!isNamed(token, derOfCertificate(certificate))) refuse('The certificate is not the one that signed')
  if (!mayStamp(certificate)) refuse('The certificate is not one for stamping time')
  // Verify as plain data: for a TSTInfo pkijs would ask for the whole file instead of its hash.
  token.encapContentInfo.eContentType = oid.data
  const good = await token.verify({ signer: 0, data: bufferOf(info), checkChain: false })
  if (!good) refuse('The signature is not good')
  return certificate
}

function checkInfo(info: pkijs.TSTInfo, expected: Expected) {
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const hash = Buffer.from(hashedMessage.valueBlock.valueHexView).toString('hex')
  if (hashAlgorithm.algorithmId !== oid.sha256 || hash !== expected.sha256)
    refuse('The constancia is of another file')
  if (expected.nonce !== undefined && info.nonce?.isEqual(expected.nonce) !== true)
    refuse('The answer is not to this query')
  const apart_ms = expected.now === undefined ? 0 : info.genTime.getTime() - expected.now.epochMilliseconds
  if (Math.abs(apart_ms) > CLOCKS_APART_MS) refuse('The time stamped is not now')
}

function checkValidity({ notBefore, notAfter }: pkijs.Certificate, { genTime }: pkijs.TSTInfo) {
  if (genTime < notBefore.value || genTime > notAfter.value)
    refuse('The certificate was not in force at the time stamped')
}

/** Refuses a signer that does not lead to an anchor. Returns what is known of the chain. */
function checkChain(
  token: pkijs.SignedData,
  signer: pkijs.Certificate,
  { at, anchors }: { at: Date; anchors: Expected['anchors'] },
): Constancia['chain'] {
  if (anchors === undefined) return 'unchecked'
  const others = (token.certificates ?? []).filter(
    (one): one is pkijs.Certificate => one instanceof pkijs.Certificate && one !== signer,
  )
  const problem = chainProblem({
    signer: derOfCertificate(signer),
    others: others.map(derOfCertificate),
    anchors,
    at,
  })
  return problem === null ? 'checked' : refuse(problem)
}

async function check(bytes: Uint8Array, expected: Expected): Promise<Constancia> {
  const token = tokenIn(bytes)
  const infoDer = infoBytes(token)
  const info = pkijs.TSTInfo.fromBER(bufferOf(infoDer))
  checkInfo(info, expected)
  const certificate = await checkSignature(token, infoDer)
  checkValidity(certificate, info)
  const chain = checkChain(token, certificate, { at: info.genTime, anchors: expected.anchors })
  return {
    bytes,
    issued_at: info.genTime.toISOString(),
    policy: info.policy,
    serial: Buffer.from(info.serialNumber.valueBlock.valueHexView).toString('hex'),
    issuer: subjectOf(certificate),
    fingerprint: fingerprintOf(derOfCertificate(certificate)),
    chain,
  }
}

/**
 * Reads an authority's answer (TimeStampResp, DER) and checks all of it: granted, for this hash and query, and signed
 * with a time-stamping certificate that was valid at the time stamped. With `anchors` the certificate must lead to one of
 * them; without, nobody knows who issued it, and `chain` says so. Throws `ConstanciaError`.
 */
export async function checkConstancia(bytes: Uint8Array, expected: Expected): Promise<Constancia> {
  if (bytes.byteLength > LIMIT_BYTES) refuse('The answer is too long')
  try {
    return await check(bytes, expected)
  } catch (error) {
    if (error instanceof ConstanciaError) throw error
    // asn1js and pkijs throw on malformed bytes.
    throw new ConstanciaError('The answer is not readable', { cause: error })
  }
}
