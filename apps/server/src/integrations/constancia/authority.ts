import { randomBytes } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { bufferOf, oid, signCms } from '../../crypto/cms.ts'
import type { KeyStore } from '../../crypto/p12.ts'

/** A policy OID of the arc for examples (ITU-T X.660): it cannot belong to an accredited authority. */
const STAND_IN_POLICY = '2.999.151.1'

/** Name of the stand-in authority in its certificate. It says that the authority is for tests and not accredited. */
export const STAND_IN_NAME = 'Autoridad de sellos de tiempo de prueba (sin acreditación)'

interface Issuing {
  /** Key and certificate of the authority. */
  authority: KeyStore
  /** TimeStampReq, DER. */
  query: Uint8Array
  now: Temporal.Instant
}

/** A random serial number of 16 bytes, positive and in its shortest DER form, so that no two tokens share one. */
function makeSerial(): asn1js.Integer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return new asn1js.Integer({ valueHex: bufferOf(bytes) })
}

function infoFor({ messageImprint, nonce }: pkijs.TimeStampReq, now: Temporal.Instant): pkijs.TSTInfo {
  // Whole seconds: DER does not allow a fraction that ends in zeros.
  const genTime = new Date(Math.floor(now.epochMilliseconds / 1000) * 1000)
  return new pkijs.TSTInfo({
    version: 1,
    policy: STAND_IN_POLICY,
    messageImprint,
    serialNumber: makeSerial(),
    genTime,
    accuracy: new pkijs.Accuracy({ seconds: 1 }),
    ...(nonce === undefined ? {} : { nonce }),
  })
}

/**
 * Answers a query with a granted TimeStampResp in DER (RFC 3161 §2.4.2): a token over the hash of the query, signed
 * with `authority` and dated `now`.
 */
export async function answerQuery({ authority, query, now }: Issuing): Promise<Uint8Array> {
  const request = pkijs.TimeStampReq.fromBER(bufferOf(query))
  const info = infoFor(request, now).toSchema().toBER()
  const timeStampToken = await signCms(authority, {
    bytes: new Uint8Array(info),
    place: 'inside',
    type: oid.timeStampInfo,
  })
  const status = new pkijs.PKIStatusInfo({ status: pkijs.PKIStatus.granted })
  return new Uint8Array(new pkijs.TimeStampResp({ status, timeStampToken }).toSchema().toBER())
}
