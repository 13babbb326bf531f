import { randomBytes } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { bufferOf, oid } from '../../crypto/cms.ts'

/** A query for a time stamp, and the nonce that its answer must repeat. */
export interface TimeStampQuery {
  /** TimeStampReq, DER. */
  bytes: Uint8Array
  nonce: asn1js.Integer
}

/** The MessageImprint of a SHA-256 (hex). */
function imprintOf(sha256: string): pkijs.MessageImprint {
  return new pkijs.MessageImprint({
    hashAlgorithm: new pkijs.AlgorithmIdentifier({
      algorithmId: oid.sha256,
      algorithmParams: new asn1js.Null(),
    }),
    hashedMessage: new asn1js.OctetString({ valueHex: bufferOf(Buffer.from(sha256, 'hex')) }),
  })
}

/** A random nonce of 8 bytes, positive and in its shortest DER form. */
function makeNonce(): asn1js.Integer {
  const bytes = randomBytes(8)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return new asn1js.Integer({ valueHex: bufferOf(bytes) })
}

/**
 * Builds a query for a time stamp over a SHA-256 (hex); it requests the authority's certificate too (RFC 3161 §2.4.1).
 */
export function makeQuery(sha256: string): TimeStampQuery {
  const nonce = makeNonce()
  const query = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: imprintOf(sha256),
    nonce,
    certReq: true,
  })
  return { bytes: new Uint8Array(query.toSchema().toBER()), nonce }
}
