import { createHash } from 'node:crypto'
import { Signer } from '@signpdf/utils'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import type { Sealer } from './certificate.ts'

export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: Uint8Array.from(bytes).buffer })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const attribute = (type: string, value: asn1js.BaseBlock) => new pkijs.Attribute({ type, values: [value] })
const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value })

/** What PAdES baseline (ETSI EN 319 142-1) asks to be signed: no signing time, the certificate's hash. */
function signedAttributes(content: Uint8Array, { certificate_der }: Sealer) {
  const signingCertificate = sequence(sequence(sequence(octets(sha256(certificate_der)))))
  return new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: oid.data })),
      attribute(oid.messageDigest, octets(sha256(content))),
      attribute(oid.signingCertificateV2, signingCertificate),
    ],
  })
}

/** Makes the detached CMS of a PAdES seal over the bytes that `@signpdf` hands it. */
export class PadesSigner extends Signer {
  readonly #sealer: Sealer

  constructor(sealer: Sealer) {
    super()
    this.#sealer = sealer
  }

  override async sign(content: Buffer): Promise<Buffer> {
    const { certificates, key } = this.#sealer
    const [own] = certificates
    if (own === undefined) throw new Error('There is no certificate to seal with')
    const { issuer, serialNumber } = own
    const sid = new pkijs.IssuerAndSerialNumber({ issuer, serialNumber })
    const signedAttrs = signedAttributes(content, this.#sealer)
    const signed = new pkijs.SignedData({
      version: 1,
      encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
      signerInfos: [new pkijs.SignerInfo({ version: 1, sid, signedAttrs })],
      certificates,
    })
    await signed.sign(key, 0, 'SHA-256', Uint8Array.from(content).buffer)
    const info = new pkijs.ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
    return Buffer.from(info.toSchema().toBER())
  }
}
