import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { fingerprintOf } from './certificate.ts'
import { oid } from './pades-signer.ts'

export type SealCheck =
  /** Not a byte has changed since the seal. */
  | { state: 'intact'; fingerprint: string; subject: string }
  | { state: 'altered'; why: string }
  | { state: 'unsealed' }

interface Range {
  before: number
  after: number
  rest: number
}

/** The byte range of the last signature in the file: the one that has to cover all of it. */
function lastRange(file: Buffer): Range | undefined {
  const at = file.lastIndexOf('/ByteRange')
  if (at === -1) return undefined
  const numbers = /^\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(
    file.toString('latin1', at, at + 200),
  )
  if (numbers === null) return { before: 0, after: 0, rest: -1 }
  return { before: Number(numbers[1]), after: Number(numbers[2]), rest: Number(numbers[3]) }
}

/** The CMS alone: what pads it to the space kept for it must be zeros. */
function readCms(hex: string): pkijs.SignedData {
  const bytes = Buffer.from(hex, 'hex')
  const { offset, result } = asn1js.fromBER(bytes)
  if (offset < 1 || bytes.subarray(offset).some((byte) => byte !== 0))
    throw new Error('The seal is not readable')
  return new pkijs.SignedData({ schema: new pkijs.ContentInfo({ schema: result }).content })
}

/** The seal names its certificate by hash (signing-certificate-v2): no other may stand in for it. */
function namesCertificate({ signerInfos }: pkijs.SignedData, fingerprint: string): boolean {
  const attributes = signerInfos[0]?.signedAttrs?.attributes ?? []
  const named = attributes.find(({ type }) => type === oid.signingCertificateV2)?.values[0]
  return (
    named instanceof asn1js.Sequence && Buffer.from(named.toBER()).includes(Buffer.from(fingerprint, 'hex'))
  )
}

function subjectOf({ subject }: pkijs.Certificate): string {
  const common = subject.typesAndValues.find(({ type }) => type === '2.5.4.3')
  return String(common?.value.valueBlock.value ?? '')
}

function signerOf({ certificates = [], signerInfos }: pkijs.SignedData): pkijs.Certificate | undefined {
  const sid = signerInfos[0]?.sid
  if (!(sid instanceof pkijs.IssuerAndSerialNumber)) return undefined
  return certificates.find(
    (one): one is pkijs.Certificate =>
      one instanceof pkijs.Certificate && one.serialNumber.isEqual(sid.serialNumber),
  )
}

async function verifyCms(file: Buffer, { before, after }: Range): Promise<SealCheck> {
  const gap = file.toString('latin1', before, after)
  const hex = /^<([0-9a-f]+)>$/.exec(gap)?.[1]
  if (hex === undefined) return { state: 'altered', why: 'The space of the seal holds something else' }
  const signed = readCms(hex)
  const data = Uint8Array.from(Buffer.concat([file.subarray(0, before), file.subarray(after)])).buffer
  const good = await signed.verify({ signer: 0, data, checkChain: false })
  const certificate = signerOf(signed)
  if (!good || certificate === undefined)
    return { state: 'altered', why: 'The content is not what was sealed' }
  const fingerprint = fingerprintOf(new Uint8Array(certificate.toSchema(true).toBER()))
  if (!namesCertificate(signed, fingerprint))
    return { state: 'altered', why: 'The certificate is not the one that sealed' }
  return { state: 'intact', fingerprint, subject: subjectOf(certificate) }
}

/**
 * Whether a PDF is as it was when it was sealed. The seal must cover the whole file, so that nothing was appended
 * either. Who sealed it is for the caller to compare: by the certificate's fingerprint.
 */
export async function verifySeal(bytes: Uint8Array): Promise<SealCheck> {
  const file = Buffer.from(bytes)
  const range = lastRange(file)
  if (range === undefined) return { state: 'unsealed' }
  if (range.after + range.rest !== file.length)
    return { state: 'altered', why: 'The seal does not cover the whole file' }
  try {
    return await verifyCms(file, range)
  } catch (error) {
    // pkijs throws where a signed byte or the signature itself was changed.
    return { state: 'altered', why: error instanceof Error ? error.message : String(error) }
  }
}
