import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import {
  bufferOf,
  derOfCertificate,
  issuerOf,
  oid,
  rebuildCms,
  signerOf,
  subjectOf,
} from '../../../crypto/cms.ts'
import { fingerprintOf } from '../../../crypto/p12.ts'

interface Intact {
  state: 'intact'
  /** SHA-256 of the sealing certificate, hex. */
  fingerprint: string
  subject: string
  /** Common name of who issued the sealing certificate; the subject's own where it is self-signed. */
  issuer: string
  /** The sealing certificate counts from the first instant to the second, ISO 8601 in UTC. */
  valid_from: string
  valid_until: string
  /** The instant in the seal, ISO 8601 in UTC; null if it has none. */
  sealed_at: string | null
}

/** Result of `verifySeal`. `why` is an English text for the command line. */
export type SealCheck =
  /** No byte has changed since the seal. */
  Intact | { state: 'altered'; why: string } | { state: 'unsealed' }

interface Range {
  before: number
  after: number
  rest: number
}

/** The byte range of the last signature in the file, which must cover the whole file. */
function lastRange(file: Buffer): Range | undefined {
  const at = file.lastIndexOf('/ByteRange')
  if (at === -1) return undefined
  const numbers = /^\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(
    file.toString('latin1', at, at + 200),
  )
  if (numbers === null) return { before: 0, after: 0, rest: -1 }
  return { before: Number(numbers[1]), after: Number(numbers[2]), rest: Number(numbers[3]) }
}

/** Whether a file without a byte range has other traces of a seal: it was sealed once. */
const sealed = (file: Buffer) => ['/ETSI.CAdES', '/Type /Sig', '/FT /Sig'].some((one) => file.includes(one))

/** The CMS without its padding. Throws if the padding is not all zeros. */
function cmsIn(hex: string): { cms: Buffer; signed: pkijs.SignedData } {
  const bytes = Buffer.from(hex, 'hex')
  const { offset, result } = asn1js.fromBER(bytes)
  if (offset < 1 || bytes.subarray(offset).some((byte) => byte !== 0))
    throw new Error('The seal is not readable')
  const signed = new pkijs.SignedData({ schema: new pkijs.ContentInfo({ schema: result }).content })
  return { cms: bytes.subarray(0, offset), signed }
}

/** Reads the instant from the signature's dictionary, which the seal covers: `/M (D:20261120160000Z)`. */
function sealedAt(file: Buffer): string | null {
  const at = file.lastIndexOf('/ByteRange')
  const [from, to] = [file.lastIndexOf(' obj', at), file.indexOf('endobj', at)]
  const [, year, month, day, hour, minute, second] =
    /\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z/.exec(file.toString('latin1', from, to)) ?? []
  return year === undefined ? null : `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
}

/** The signature does not cover certificates and encoding: compares the CMS with the only form in which we write it. */
function isWrittenByUs({ cms, signed }: ReturnType<typeof cmsIn>, bytes: Buffer): boolean {
  const certificates = (signed.certificates ?? []).filter((one) => one instanceof pkijs.Certificate)
  const [signer] = signed.signerInfos
  if (signer === undefined) return false
  const content = { bytes, place: 'beside' as const, type: oid.data, certificates }
  return rebuildCms(content, signer.signature).equals(cms)
}

async function verifyCms(file: Buffer, { before, after }: Range): Promise<SealCheck> {
  const gap = file.toString('latin1', before, after)
  const hex = /^<([0-9a-f]+)>$/.exec(gap)?.[1]
  if (hex === undefined) return { state: 'altered', why: 'The space of the seal holds something else' }
  const container = cmsIn(hex)
  const content = Buffer.concat([file.subarray(0, before), file.subarray(after)])
  const { signed } = container
  const good = await signed.verify({ signer: 0, data: bufferOf(content), checkChain: false })
  const certificate = signerOf(signed)
  if (!good || certificate === undefined)
    return { state: 'altered', why: 'The content is not what was sealed' }
  if (!isWrittenByUs(container, content)) return { state: 'altered', why: 'The seal itself was changed' }
  const fingerprint = fingerprintOf(derOfCertificate(certificate))
  return {
    state: 'intact',
    fingerprint,
    subject: subjectOf(certificate),
    issuer: issuerOf(certificate),
    valid_from: certificate.notBefore.value.toISOString(),
    valid_until: certificate.notAfter.value.toISOString(),
    sealed_at: sealedAt(file),
  }
}

/**
 * Checks that a PDF is unchanged since it was sealed. The seal must cover the whole file, so appended bytes are found
 * too. The caller compares the certificate's fingerprint to know who sealed it.
 */
export async function verifySeal(bytes: Uint8Array): Promise<SealCheck> {
  const file = Buffer.from(bytes)
  const range = lastRange(file)
  if (range === undefined)
    return sealed(file) ? { state: 'altered', why: 'The seal is not readable' } : { state: 'unsealed' }
  if (range.after + range.rest !== file.length)
    return { state: 'altered', why: 'The seal does not cover the whole file' }
  try {
    return await verifyCms(file, range)
  } catch (error) {
    // pkijs throws if a signed byte or the signature itself was changed.
    return { state: 'altered', why: error instanceof Error ? error.message : String(error) }
  }
}
